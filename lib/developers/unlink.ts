import { command } from '@/lib/commands/command'
import { isLastAdministrator } from '@/lib/identity/administrators'
import { person, toPerson } from '@/lib/identity/person'
import { removeIdentities } from '@/lib/identity/unlink-identity'
import { done, refused } from '@/lib/result'
import { changeRole } from './roles'

/**
 * Removes another person's identity of single sign-on. Their sessions from the provider end, and a role that came from
 * its claim goes. They get a mail, and can then set a password by "Forgot password?".
 * @returns refused `own_identity` (their account page, or another administrator), `not_linked`, `last_administrator`
 */
export const unlinkDeveloper = command({
  ...toPerson,
  audit: 'developer.identity_removed',
  async run({ transaction, actor, person: linked, mail, record }) {
    const { id, role, roleByClaim } = linked
    if (id === actor.id) return refused('own_identity')
    if (roleByClaim && role === 'administrator' && (await isLastAdministrator(transaction, id)))
      return refused('last_administrator')
    const issuer = await removeIdentities({ transaction, mail }, linked)
    if (issuer === null) return refused('not_linked')
    if (roleByClaim) await changeRole(transaction, id, 'developer')
    record(person.subject(linked), { issuer, ...(roleByClaim && { from: role, to: 'developer' }) })
    return done(undefined)
  },
})
