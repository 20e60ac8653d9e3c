import { openTo } from '@/lib/applications/rights'
import { notifyOwners, revokeInvitationsOf } from '@/lib/applications/team-members'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { reasonSchema } from '@/lib/developers/reason'
import { releaseAssignments, revokeInvitations } from '@/lib/developers/roles'
import { getSettings } from '@/lib/env'
import { isLastAdministrator } from '@/lib/identity/administrators'
import { cancelLinks } from '@/lib/identity/link'
import { revokeSessions } from '@/lib/identity/session'
import { person, toPerson } from '@/lib/identity/target'
import { done, refused } from '@/lib/result'

/**
 * Suspends a developer: they are signed out everywhere and cannot sign in, and links in their mails are cancelled
 * (except one that undoes a change of address, which works again after the suspension). Effective at the next call,
 * none of their applications gets a token or a response, except those with another owner, who is asked by mail to
 * rotate the secret. Secrets and settings are kept. No one becomes owner in their place, as a member whom they invited
 * could be the same person.
 * @returns refused `own_account`, `already_suspended`, `last_administrator`
 */
export const suspendDeveloper = command({
  ...toPerson,
  input: reasonSchema,
  audit: 'developer.suspended',
  async run({ transaction, actor, person: developer, input: { reason }, mail, record }) {
    const { id, email: personEmail } = developer
    if (id === actor.id) return refused('own_account')
    if (developer.suspendedAt) return refused('already_suspended')
    if (developer.role === 'administrator' && (await isLastAdministrator(transaction, id)))
      return refused('last_administrator')
    const data = { suspendedAt: now(), sessionVersion: { increment: 1 } }
    await transaction.developer.update({ where: { id }, data })
    const sessions = await revokeSessions(transaction, id)
    await cancelLinks(transaction, id, ['activation', 'password_reset', 'known_browser'])
    await revokeInvitations(transaction, id)
    await revokeInvitationsOf(transaction, id)
    await releaseAssignments(transaction, id)
    const { applications, goingOn } = await stopApplications(transaction, id)
    for (const application of goingOn)
      await notifyOwners(
        { transaction, mail },
        { type: 'application', ...application },
        { change: 'suspended', personEmail },
        { except: [id] },
      )
    await mail(developer, 'account-suspended', { reason, applications })
    const ids = goingOn.map((each) => each.id)
    record(person.subject(developer), { reason, applications, goingOn: ids, sessions })
    return done(undefined)
  },
})

/**
 * Ends a suspension: the developer can sign in, and their applications return to their previous states.
 * @returns refused `not_suspended`
 */
export const reinstateDeveloper = command({
  ...toPerson,
  input: reasonSchema,
  audit: 'developer.reinstated',
  async run({ transaction, person: developer, input: { reason }, mail, record }) {
    const { id } = developer
    if (!developer.suspendedAt) return refused('not_suspended')
    // A session opened during the suspension, if any, must not become valid when it ends.
    const data = { suspendedAt: null, sessionVersion: { increment: 1 } }
    await transaction.developer.update({ where: { id }, data })
    await revokeSessions(transaction, id)
    await settleOwners(transaction, id)
    await mail(developer, 'account-reinstated', { reason, link: `${getSettings().PORTAL_URL}/sign-in` })
    record(person.subject(developer), { reason })
    return done(undefined)
  },
})

/**
 * Secrets are locked first, as a gateway that mints a token locks them before the application: a token that is being
 * minted is then either seen and ended here, or never made.
 * @returns how many applications stopped, and those that another owner keeps running
 */
async function stopApplications(transaction: Transaction, developerId: string) {
  await transaction.$queryRaw`
    SELECT s.id FROM client_secret s JOIN application_team m ON m.application_id = s.application_id
    WHERE m.developer_id = ${developerId}::uuid AND m.role = 'owner' AND s.revoked_at IS NULL
    ORDER BY s.id FOR UPDATE OF s`
  await settleOwners(transaction, developerId)
  await transaction.$executeRaw`
    UPDATE access_token t SET expires_at = clock_timestamp()
    FROM application a JOIN application_team m ON m.application_id = a.id
    WHERE a.id = t.application_id AND a.owner_suspended AND t.expires_at > clock_timestamp()
      AND m.developer_id = ${developerId}::uuid AND m.role = 'owner'`
  const owned = openTo(developerId, 'delete')
  const goingOn = await transaction.application.findMany({
    where: { ...owned, ownerSuspended: false },
    orderBy: { id: 'asc' },
  })
  const applications = await transaction.application.count({ where: { ...owned, ownerSuspended: true } })
  return { applications, goingOn }
}

/** Stops those of their applications without an owner who is not suspended, and lets the others serve. */
async function settleOwners(transaction: Transaction, developerId: string): Promise<void> {
  await transaction.$executeRaw`
    SELECT settle_owner(application_id) FROM (
      SELECT application_id FROM application_team
      WHERE developer_id = ${developerId}::uuid AND role = 'owner' ORDER BY application_id) owned`
}
