import { recordAudit } from '@/lib/audit/commands'
import type { Actor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { isLastAdministrator, lockDeveloper } from '@/lib/developers/administrators'
import { endInvitations } from '@/lib/developers/roles'
import { endSessions } from '@/lib/developers/session'
import { getSettings } from '@/lib/env'
import { isUuid } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'

type Administrator = Extract<Actor, { id: string }>

/**
 * Suspends a developer: they are signed out everywhere and cannot sign in, and none of their applications gets a token
 * or an answer from the very next call on. Secrets and settings are kept.
 * @returns refused `not_found`, `own_account`, `already_suspended`, `last_administrator`
 */
export async function suspendDeveloper(
  developerId: string,
  { reason }: { reason: string },
  administrator: Administrator,
): Promise<Result<undefined, 'not_found' | 'own_account' | 'already_suspended' | 'last_administrator'>> {
  if (!isUuid(developerId)) return refused('not_found')
  if (developerId === administrator.id) return refused('own_account')
  return database().$transaction(async (transaction) => {
    const developer = await lockDeveloper(transaction, developerId)
    if (!developer) return refused('not_found')
    if (developer.suspendedAt) return refused('already_suspended')
    if (developer.role === 'administrator' && (await isLastAdministrator(transaction, developerId)))
      return refused('last_administrator')
    await transaction.developer.update({
      where: { id: developerId },
      data: { suspendedAt: now(), sessionVersion: { increment: 1 } },
    })
    const sessions = await endSessions(transaction, developerId)
    await endInvitations(transaction, developerId)
    const applications = await stopApplications(transaction, developerId)
    await queueMail(transaction, developer, 'account-suspended', { reason, applications })
    const subject = { type: 'developer', id: developerId } as const
    const detail = { reason, applications, sessions }
    await recordAudit(transaction, administrator, 'developer.suspended', subject, detail)
    return done(undefined)
  })
}

/**
 * Ends a suspension: the developer can sign in, and their applications serve again, each in the state in which it was.
 * @returns refused `not_found`, `not_suspended`
 */
export async function reinstateDeveloper(
  developerId: string,
  { reason }: { reason: string },
  administrator: Administrator,
): Promise<Result<undefined, 'not_found' | 'not_suspended'>> {
  if (!isUuid(developerId)) return refused('not_found')
  return database().$transaction(async (transaction) => {
    const developer = await lockDeveloper(transaction, developerId)
    if (!developer) return refused('not_found')
    if (!developer.suspendedAt) return refused('not_suspended')
    await transaction.developer.update({ where: { id: developerId }, data: { suspendedAt: null } })
    await transaction.application.updateMany({ where: { developerId }, data: { ownerSuspended: false } })
    const link = `${getSettings().PORTAL_URL}/sign-in`
    await queueMail(transaction, developer, 'account-reinstated', { reason, link })
    const subject = { type: 'developer', id: developerId } as const
    await recordAudit(transaction, administrator, 'developer.reinstated', subject, { reason })
    return done(undefined)
  })
}

/**
 * Secrets are locked first, as a gateway that mints a token locks them before the application: then a token that is
 * being minted is either seen and ended here, or never made.
 * @returns how many applications there are that are not deleted
 */
async function stopApplications(transaction: Transaction, developerId: string): Promise<number> {
  await transaction.$queryRaw`
    SELECT s.id FROM client_secret s JOIN application a ON a.id = s.application_id
    WHERE a.developer_id = ${developerId}::uuid AND s.revoked_at IS NULL
    ORDER BY s.id FOR UPDATE OF s`
  await transaction.application.updateMany({ where: { developerId }, data: { ownerSuspended: true } })
  await transaction.$executeRaw`
    UPDATE access_token t SET expires_at = clock_timestamp() FROM application a
    WHERE a.id = t.application_id AND a.developer_id = ${developerId}::uuid AND t.expires_at > clock_timestamp()`
  return transaction.application.count({ where: { developerId, state: { not: 'deleted' } } })
}
