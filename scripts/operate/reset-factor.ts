import { execute } from '@/lib/commands/execute'
import { findIdByEmail } from '@/lib/developers/directory'
import { resetSecondFactor } from '@/lib/identity/factors'
import { CommandError, defineCommand, print } from './command'
import { operatorActor } from './operator'
import { connectToMail } from './settings'

const refusals = {
  not_found: 'No account has this e-mail address.',
  own_factor: 'Another administrator has to do this.',
  no_factor: 'No second factor is set up for this e-mail address.',
}

export default defineCommand({
  usage: `Usage: guichet reset-factor EMAIL

Removes the authenticator, the passkeys and the recovery codes of an account, and ends its sessions. For an administrator
whom no other administrator can help. The owner is notified by e-mail.`,
  options: {},
  operands: ['EMAIL'],
  async run(_, [email = '']) {
    await connectToMail('guichet-reset-factor')
    const id = await findIdByEmail(email)
    const result = id
      ? await execute(resetSecondFactor, { actor: operatorActor(), target: id })
      : ({ ok: false, reason: 'not_found' } as const)
    if (!result.ok) throw new CommandError(refusals[result.reason as keyof typeof refusals])
    print(`The second factor of ${email} is off and every session has ended.`)
    print('Sign in with the password to set up another.')
    return 0
  },
})
