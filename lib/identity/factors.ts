import type { Developer } from '@/generated/prisma/client'
import type { ActingSession } from '@/lib/audit/schema'
import { command, type Mailing } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { done, refused } from '@/lib/result'
import { issueRecoveryCodes } from './recovery-code'
import { replaceSession, revokeSessions, type StartedSession } from './session'
import { person, toPerson } from './target'

/** The result of adding a factor. Recovery codes are shown only now; none if the account had a factor already. */
export type AddedFactor = { recoveryCodes: string[]; session: StartedSession }

/** The second factors that a developer has set up; any one of them is sufficient. */
export async function findFactors(
  developerId: string,
  client: Transaction = database(),
): Promise<{ authenticator: boolean; passkeys: number }> {
  const authenticator = await client.totpFactor.count({ where: { developerId, confirmedAt: { not: null } } })
  const passkeys = await client.passkey.count({ where: { developerId } })
  return { authenticator: authenticator > 0, passkeys }
}

/** Whether signing in requires a second factor. */
export async function isSecondFactorOn(developerId: string, client?: Transaction): Promise<boolean> {
  const { authenticator, passkeys } = await findFactors(developerId, client)
  return authenticator || passkeys > 0
}

/**
 * Completes the addition of a factor, inside the caller's transaction, after its mail: other sessions end, this one
 * gets another id, and the first factor creates recovery codes.
 */
export async function welcomeFactor(
  { transaction, mail }: Mailing,
  { developer, session }: { developer: Developer; session: ActingSession },
  first: boolean,
): Promise<AddedFactor> {
  const { id } = developer
  const replaced = await replaceSession({ transaction, mail }, session, developer)
  await revokeSessions(transaction, id, replaced.sessionId)
  return { recoveryCodes: first ? await issueRecoveryCodes(transaction, id) : [], session: replaced }
}

/** Call after removing a factor: the last one takes the recovery codes with it. Returns whether one is left. */
export async function dropIdleCodes(transaction: Transaction, developerId: string): Promise<boolean> {
  if (await isSecondFactorOn(developerId, transaction)) return true
  await transaction.recoveryCode.deleteMany({ where: { developerId } })
  return false
}

/** Removes every factor, and the recovery codes. */
export async function removeFactors(transaction: Transaction, developerId: string): Promise<void> {
  const where = { developerId }
  await transaction.totpFactor.deleteMany({ where })
  await transaction.passkey.deleteMany({ where })
  await transaction.recoveryCode.deleteMany({ where })
}

/**
 * Removes a lost second factor (authenticator, passkeys and recovery codes): the owner signs in with the password and
 * sets up another. All sessions end, and the owner gets a mail. Also `guichet reset-factor` on the server.
 * @returns refused `own_factor` (another administrator has to do it), `no_factor`
 */
export const resetSecondFactor = command({
  ...toPerson,
  audit: 'developer.second_factor_reset',
  async run({ transaction, actor, person: owner, mail, record }) {
    const { id } = owner
    if (id === actor.id) return refused('own_factor')
    if (!(await isSecondFactorOn(id, transaction))) return refused('no_factor')
    await removeFactors(transaction, id)
    await transaction.developer.update({ where: { id }, data: { sessionVersion: { increment: 1 } } })
    await revokeSessions(transaction, id)
    await mail(owner, 'second-factor-turned-off', { factorLeft: false })
    record(person.subject(owner))
    return done(undefined)
  },
})
