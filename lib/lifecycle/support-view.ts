import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { workingSecrets } from '@/lib/credentials/queries'
import { database, onRow } from '@/lib/database'
import { done, type Result, refused } from '@/lib/result'

/** How long an administrator sees an application's pages after giving a reason. */
export const supportMinutes = 60

const action = 'application.viewed_for_support'

/**
 * Opens an application's support view for one administrator, for {@link supportMinutes}. The audit entry is
 * all there is: it opens the view, and the team reads when and why it was opened.
 * @returns refused `not_found` (unknown, deleted)
 */
export async function openSupportView(
  applicationId: string,
  { reason }: { reason: string },
  administrator: Administrator,
): Promise<Result<undefined, 'not_found'>> {
  return onRow(applicationId, async (transaction) => {
    const where = { id: applicationId, state: { not: 'deleted' } } as const
    if ((await transaction.application.count({ where })) === 0) return refused('not_found')
    const subject = { type: 'application', id: applicationId } as const
    await recordAudit(transaction, administrator, action, subject, { reason })
    return done(undefined)
  })
}

export type SupportView = { openedAt: Date; reason: string }

/** The view that this administrator opened last and that has not ended, or null. */
export async function findSupportView(
  applicationId: string,
  administratorId: string,
): Promise<SupportView | null> {
  const since = new Date(now().getTime() - supportMinutes * 60_000)
  const [view] = await database().$queryRaw<SupportView[]>`
    SELECT at AS "openedAt", detail->>'reason' AS reason FROM audit_entry
    WHERE subject_type = 'application' AND subject_id = ${applicationId} AND action = ${action}
      AND actor_id = ${administratorId}::uuid AND at > ${since}
    ORDER BY sequence DESC LIMIT 1`
  return view ?? null
}

export type SeenView = SupportView & { applicationId: string; applicationName: string }

/** The support views of this developer's applications, newest first. Developers see the role of who looked, no name. */
export function listSupportViews(developerId: string): Promise<SeenView[]> {
  return database().$queryRaw<SeenView[]>`
    SELECT e.at AS "openedAt", e.detail->>'reason' AS reason, a.id AS "applicationId", a.name AS "applicationName"
    FROM application_team m JOIN application a ON a.id = m.application_id
    JOIN audit_entry e ON e.subject_type = 'application' AND e.subject_id = a.id::text AND e.action = ${action}
    WHERE m.developer_id = ${developerId}::uuid AND a.state <> 'deleted'
    ORDER BY e.sequence DESC`
}

/**
 * What support sees of an application beyond its entry in the directory: the age of its secrets and the state of its
 * validation. No secret, no file, no message and no address of a person or a caller.
 */
export async function findSupportDetails(applicationId: string) {
  const secrets = await workingSecrets(database(), applicationId)
  const submission = await database().submission.findFirst({
    where: { applicationId },
    orderBy: { number: 'desc' },
    select: {
      state: true,
      submittedAt: true,
      dueAt: true,
      requirements: {
        orderBy: [{ position: 'asc' }, { requirementId: 'asc' }],
        select: { requirementId: true, nameEn: true, nameFr: true, required: true, verdict: true },
      },
      documents: { where: { replacedAt: null, purgedAt: null }, select: { requirementId: true } },
    },
  })
  return {
    secrets: secrets.map(({ lastUsedAddress: _, ...secret }) => secret),
    submission: submission && {
      ...submission,
      documents: new Set(submission.documents.map(({ requirementId }) => requirementId)),
    },
  }
}

export type SupportDetails = Awaited<ReturnType<typeof findSupportDetails>>
