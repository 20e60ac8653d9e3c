import type { Application } from '@/generated/prisma/client'
import { applicationLink } from '@/lib/applications/commands'
import { declineInvitations, hasInterest } from '@/lib/applications/conflict-of-interest'
import { lockApplication } from '@/lib/applications/lock'
import { moveApplication } from '@/lib/applications/move-application'
import { listRecipients } from '@/lib/applications/queries'
import { findTransition } from '@/lib/applications/states'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator, SystemActor } from '@/lib/audit/schema'
import { endTokens, lockSecrets } from '@/lib/credentials/commands'
import { database, type Transaction } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'

/**
 * Suspends one application: its tokens end and it gets no new ones, effective at the next call. Its secret is kept.
 * @returns refused `not_found` (unknown, deleted) or `not_active` (also when its state changed at the same moment)
 */
export async function suspendApplication(
  applicationId: string,
  input: { reason: string },
  administrator: Administrator,
): Promise<Result<undefined, 'not_found' | 'not_active'>> {
  return database().$transaction(async (transaction) => {
    const application = await findApplication(transaction, applicationId)
    if (!application) return refused('not_found')
    await lockSecrets(transaction, applicationId)
    if (!(await stopApplication(transaction, application, input.reason, administrator)))
      return refused('not_active')
    const subject = { type: 'application', id: applicationId } as const
    await recordAudit(transaction, administrator, 'application.suspended', subject, input)
    return done(undefined)
  })
}

/**
 * Suspends an application inside the caller's transaction, who has locked its secrets and records it: its state, its
 * tokens, and the mail to its team.
 * @returns false if it was not active
 */
export async function stopApplication(
  transaction: Transaction,
  application: Application,
  reason: string,
  actor: Administrator | SystemActor,
): Promise<boolean> {
  if (!(await move(transaction, application, 'suspend', reason, actor))) return false
  await endTokens(transaction, application.id)
  await mailTeam(transaction, application, 'application-suspended', reason)
  return true
}

/**
 * Reinstates a suspended application with its previous secret. Anyone with an interest in it is refused.
 * @returns refused `not_found` (unknown, deleted), `own_application` (they are or were on its team),
 *   `not_suspended`
 */
export async function reinstateApplication(
  applicationId: string,
  input: { reason: string },
  administrator: Administrator,
): Promise<Result<undefined, 'not_found' | 'own_application' | 'not_suspended'>> {
  return database().$transaction(async (transaction) => {
    const application = await findApplication(transaction, applicationId)
    if (!application) return refused('not_found')
    await lockApplication(transaction, applicationId)
    if (await hasInterest(applicationId, administrator.id, transaction)) return refused('own_application')
    if (!(await move(transaction, application, 'reinstate', input.reason, administrator)))
      return refused('not_suspended')
    await mailTeam(transaction, application, 'application-reinstated', input.reason)
    await declineInvitations(transaction, applicationId, administrator)
    const subject = { type: 'application', id: applicationId } as const
    await recordAudit(transaction, administrator, 'application.reinstated', subject, input)
    return done(undefined)
  })
}

async function findApplication(transaction: Transaction, id: string): Promise<Application | null> {
  if (!isUuid(id)) return null
  return transaction.application.findFirst({ where: { id, state: { not: 'deleted' } } })
}

async function move(
  transaction: Transaction,
  { id: applicationId, environment, state: from }: Application,
  action: 'suspend' | 'reinstate',
  reason: string,
  actor: Administrator | SystemActor,
): Promise<boolean> {
  const transition = findTransition(environment, from, action, actor.id ? 'administrator' : 'system')
  if (!transition) return false
  return moveApplication(transaction, { applicationId, from, to: transition.to, actor, reason })
}

/** Everyone on its team and in its organisation, unless they are one of those who get another mail. */
export async function mailTeam(
  transaction: Transaction,
  { id, name, environment }: Application,
  template: 'application-suspended' | 'application-reinstated',
  reason: string,
  except: readonly string[] = [],
): Promise<void> {
  const props = { applicationName: name, environment, reason, link: applicationLink(id) }
  const team = await listRecipients(transaction, id, 'view')
  const readers = team.filter((each) => !except.includes(each.id))
  await queueMail(transaction, readers, template, props)
}
