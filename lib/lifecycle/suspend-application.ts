import type { Application } from '@/generated/prisma/client'
import { applicationLink } from '@/lib/applications/commands'
import { declineInvitations, hasInterest } from '@/lib/applications/conflict-of-interest'
import { moveApplication } from '@/lib/applications/move-application'
import { listRecipients } from '@/lib/applications/queries'
import { findTransition } from '@/lib/applications/states'
import { application } from '@/lib/applications/target'
import type { Actor } from '@/lib/audit/schema'
import { command, type Mailing } from '@/lib/commands/command'
import { lockSecrets, revokeTokens } from '@/lib/credentials/commands'
import type { Transaction } from '@/lib/database'
import { reasonSchema } from '@/lib/developers/reason'
import { done, refused } from '@/lib/result'

/**
 * Suspends one application: its tokens end and it gets no new ones, effective at the next call. Its secret is kept.
 * @returns refused `not_active` (also when its state changed at the same moment)
 */
export const suspendApplication = command({
  on: application,
  right: 'administrator',
  confirm: 'always',
  notifies: 'team',
  input: reasonSchema,
  audit: 'application.suspended',
  lock: lockSecrets,
  async run({ transaction, application, actor, input, mail, record }) {
    if (!(await stopApplication({ transaction, mail }, application, input.reason, actor)))
      return refused('not_active')
    record({ type: 'application', id: application.id }, input)
    return done(undefined)
  },
})

/**
 * Suspends an application inside the caller's transaction, who has locked its secrets and records it: its state, its
 * tokens, and the mail to its team.
 * @returns false if it was not active
 */
export async function stopApplication(
  { transaction, mail }: Mailing,
  application: Application,
  reason: string,
  actor: Actor,
): Promise<boolean> {
  if (!(await move(transaction, application, 'suspend', reason, actor))) return false
  await revokeTokens(transaction, application.id)
  await mailTeam({ transaction, mail }, application, 'application-suspended', reason)
  return true
}

/**
 * Reinstates a suspended application with its previous secret. Anyone with an interest in it is refused.
 * @returns refused `own_application` (they are or were on its team), `not_suspended`
 */
export const reinstateApplication = command({
  on: application,
  right: 'administrator',
  confirm: 'always',
  notifies: 'team',
  input: reasonSchema,
  audit: ['application.reinstated', 'application.invitation_declined', 'organisation.invitation_declined'],
  async run({ transaction, application, actor, input, mail, record }) {
    const { id } = application
    if (await hasInterest(id, actor.id ?? '', transaction)) return refused('own_application')
    if (!(await move(transaction, application, 'reinstate', input.reason, actor)))
      return refused('not_suspended')
    await mailTeam({ transaction, mail }, application, 'application-reinstated', input.reason)
    await declineInvitations(transaction, id, actor, record)
    record({ type: 'application', id }, input, 'application.reinstated')
    return done(undefined)
  },
})

async function move(
  transaction: Transaction,
  { id: applicationId, environment, state: from }: Application,
  action: 'suspend' | 'reinstate',
  reason: string,
  actor: Actor,
): Promise<boolean> {
  const transition = findTransition(environment, from, action, actor.id ? 'administrator' : 'system')
  if (!transition) return false
  return moveApplication(transaction, { applicationId, from, to: transition.to, actor, reason })
}

/** Everyone on its team and in its organisation, unless they are one of those who get another mail. */
export async function mailTeam(
  { transaction, mail }: Mailing,
  { id, name, environment }: Application,
  template: 'application-suspended' | 'application-reinstated',
  reason: string,
  except: readonly string[] = [],
): Promise<void> {
  const props = { applicationName: name, environment, reason, link: applicationLink(id) }
  const team = await listRecipients(transaction, id, 'view')
  const readers = team.filter((each) => !except.includes(each.id))
  await mail(readers, template, props)
}
