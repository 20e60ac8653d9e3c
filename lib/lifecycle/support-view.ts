import { z } from 'zod'
import { application } from '@/lib/applications/target'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { database } from '@/lib/database'
import { reasonSchema } from '@/lib/developers/reason'
import { isUuid } from '@/lib/ids'
import { done, refused } from '@/lib/result'

/** How long an administrator sees a request after giving a reason. */
export const supportMinutes = 60

const action = 'application.viewed_for_support'

/**
 * Opens a request of an application for one administrator, for {@link supportMinutes}. The audit entry is all there
 * is: it opens the request, and the team reads when and why it was opened.
 * @returns refused `not_found` (also if no such request of it is kept)
 */
export const openForSupport = command({
  on: application,
  right: 'administrator',
  confirm: 'always',
  input: reasonSchema.extend({ requestId: z.string() }),
  audit: action,
  async run({ transaction, application: { id }, input: { reason, requestId }, record }) {
    const where = { applicationId: id, requestId }
    if (!isUuid(requestId) || (await transaction.requestLogEntry.count({ where })) === 0)
      return refused('not_found')
    record({ type: 'application', id }, { reason, requestId })
    return done(undefined)
  },
})

export type SupportView = { openedAt: Date; reason: string }

/** When and why this administrator opened this request last, if that has not ended; or null. */
export async function findSupportView(
  applicationId: string,
  requestId: string,
  administratorId: string,
): Promise<SupportView | null> {
  const since = new Date(now().getTime() - supportMinutes * 60_000)
  const [view] = await database().$queryRaw<SupportView[]>`
    SELECT at AS "openedAt", detail->>'reason' AS reason FROM audit_entry
    WHERE subject_type = 'application' AND subject_id = ${applicationId} AND action = ${action}
      AND actor_id = ${administratorId}::uuid AND at > ${since} AND detail->>'requestId' = ${requestId}
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
