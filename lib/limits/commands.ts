import type { Application } from '@/generated/prisma/client'
import { declineInvitations, hasInterest } from '@/lib/applications/conflict-of-interest'
import { limitOf, listRecipients } from '@/lib/applications/queries'
import { application } from '@/lib/applications/target'
import { command } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { recordEvent } from '@/lib/events/commands'
import { done, refused } from '@/lib/result'
import { limitSchema } from './schema'

/** The URL of the page where a team sees its limit, for mails. */
export function limitLink(applicationId: string): string {
  return `${getSettings().PORTAL_URL}/applications/${applicationId}/traffic#limit`
}

/**
 * Sets the limit of an application, or with null returns it to the default of its environment, from the next
 * call on. Its owners are mailed. Saving the same limit again changes nothing.
 * @returns refused `own_application` (the administrator is or was on its team)
 */
export const changeLimit = command({
  on: application,
  right: 'administrator',
  confirm: 'always',
  notifies: 'owners',
  input: limitSchema,
  audit: ['application.limit_changed', 'application.invitation_declined'],
  version: ({ application }) => application.rateLimit,
  async run({ transaction, actor, application, input: { callsPerMinute }, mail, record }) {
    const { id, name: applicationName, environment, rateLimit } = application
    if (await hasInterest(id, actor.id ?? '', transaction)) return refused('own_application')
    if (rateLimit === callsPerMinute) return done(undefined)
    await writeLimit(transaction, application, callsPerMinute)
    const limit = limitOf({ environment, rateLimit: callsPerMinute })
    const props = { applicationName, environment, limit, link: limitLink(id) }
    await mail(await listRecipients(transaction, id, 'limits'), 'limit-changed', props)
    await declineInvitations(transaction, id, actor, record)
    const detail = { from: rateLimit, to: callsPerMinute }
    record({ type: 'application', id }, detail, 'application.limit_changed')
    return done(undefined)
  },
})

/** Sets a limit in a transaction that has the application locked, and notifies its webhook. */
export async function writeLimit(
  transaction: Transaction,
  application: Application,
  rateLimit: number | null,
): Promise<void> {
  const { id: applicationId, environment } = application
  await transaction.application.update({ where: { id: applicationId }, data: { rateLimit } })
  const data = {
    applicationId,
    previousCallsPerMinute: limitOf(application),
    callsPerMinute: limitOf({ environment, rateLimit }),
  }
  await recordEvent(transaction, 'application.limit_changed', data, applicationId)
}
