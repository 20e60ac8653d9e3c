import { command } from '@/lib/commands/command'
import { done, refused } from '@/lib/result'
import { isSecondFactorOn, removeFactors } from './factors'
import { person, toPerson } from './person'
import { revokeSessions } from './session'

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
