import type { Application } from '@/generated/prisma/client'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { onRow, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { queueMail, type Recipient } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { requireShown } from '@/lib/shown'
import { lockApplicationFor } from './lock'
import { recordTransition } from './move-application'
import { type ApplicationDetails, applicationDetailsSchema, type NewApplication } from './schema'

/**
 * Creates an application inside the caller's transaction, with its first transition and its mail: Sandbox `active`,
 * Production `draft`. The caller adds what the environment requires, then writes the audit row `application.created`.
 */
export async function insertApplication(
  transaction: Transaction,
  input: Omit<NewApplication, 'sandboxId'> & { clientId: string; sandboxId: string | null },
  owner: Owner,
): Promise<Application> {
  const at = now()
  const state = input.environment === 'sandbox' ? 'active' : 'draft'
  const application = await transaction.application.create({
    data: { ...input, id: newId(), developerId: owner.id, state, createdAt: at, stateChangedAt: at },
  })
  await recordTransition(transaction, {
    applicationId: application.id,
    from: null,
    to: state,
    actor: owner,
    at,
  })
  await queueMail(transaction, await getRecipient(transaction, owner.id), 'application-created', {
    applicationName: application.name,
    environment: application.environment,
    clientId: application.clientId,
    link: applicationLink(application.id),
    nextStep: input.environment === 'sandbox' ? 'active' : 'documents',
  })
  return application
}

const { options: detailFields } = applicationDetailsSchema.keyof()

/** What the form of an application's editable fields shows. */
export function shownDetails(application: ApplicationDetails): string[] {
  return detailFields.map((field) => application[field])
}

/**
 * Changes the editable fields of an application; its state, credentials and tokens stay as they are. The audit row
 * contains the names of those that changed. A submission that waits for a decision becomes a new version, as reviewers
 * decide on the description too: no one decides on text that they have not read.
 * @param details without those fields that stay as they are: a form of the previous version lacks a new one
 * @returns refused `not_found` for an application that is unknown, deleted or not theirs to edit
 */
export async function changeApplicationDetails(
  applicationId: string,
  details: Partial<ApplicationDetails>,
  owner: Owner,
): Promise<Result<undefined, 'not_found'>> {
  return onRow(applicationId, async (transaction) => {
    const application = await lockApplicationFor(transaction, owner.id, 'edit', applicationId)
    if (!application) return refused('not_found')
    requireShown(shownDetails(application))
    await transaction.application.update({ where: { id: applicationId }, data: details })
    const changed = detailFields.filter(
      (field) => details[field] !== undefined && details[field] !== application[field],
    )
    if (changed.length > 0)
      await transaction.submission.updateMany({
        where: { applicationId, state: 'in_validation' },
        data: { version: { increment: 1 } },
      })
    const subject = { type: 'application', id: applicationId } as const
    await recordAudit(transaction, owner, 'application.changed', subject, { changed })
    return done(undefined)
  })
}

/**
 * The developer, as the recipient of a mail.
 * @throws when the developer is deleted, which rolls the transaction back
 */
async function getRecipient(transaction: Transaction, developerId: string): Promise<Recipient> {
  return transaction.developer.findUniqueOrThrow({
    where: { id: developerId, deletedAt: null },
    select: { id: true, email: true, locale: true },
  })
}

/** The URL of an application's page, for mails. */
export function applicationLink(applicationId: string): string {
  return `${getSettings().PORTAL_URL}/applications/${applicationId}`
}
