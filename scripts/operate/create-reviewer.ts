import { execute } from '@/lib/commands/execute'
import { invitationSchema, inviteToRole, makeBreakGlass } from '@/lib/developers/roles'
import { isLocale, locales } from '@/lib/languages'
import { CommandError, defineCommand, print } from './command'
import { operatorActor } from './operator'
import { connectToMail } from './settings'

const refusals = {
  own_role: 'An account cannot change its own role.',
  has_role: 'This e-mail address already has that role, or a higher one.',
  suspended: 'This account is suspended: reinstate it first.',
  provider_only:
    'With STAFF_PASSWORDS=break-glass the provider gives this role. Add --break-glass for an account that works without it.',
}

export default defineCommand({
  usage: `Usage: guichet create-reviewer EMAIL [--administrator] [--break-glass] [--language LANG]

Sends an invitation by e-mail, as an administrator would. The role applies once its link is used.

  --administrator  as administrator instead of reviewer
  --break-glass    the account keeps its password when STAFF_PASSWORDS=break-glass; immediately if it has the role already
  --language LANG  of the e-mail to an address that has no account yet: ${locales.join(', ')}`,
  options: {
    administrator: { type: 'boolean' },
    'break-glass': { type: 'boolean' },
    language: { type: 'string' },
  },
  operands: ['EMAIL'],
  async run({ administrator, language = 'en', 'break-glass': breakGlass = false }, [email = '']) {
    const role = administrator ? 'administrator' : 'reviewer'
    const parsed = invitationSchema.safeParse({ email, role })
    if (!parsed.success) throw new CommandError(`"${email}" is not an e-mail address.`)
    if (!isLocale(language)) throw new CommandError(`"${language}" is no language of the portal.`)
    await connectToMail('guichet-create-reviewer')
    const actor = operatorActor()
    if (breakGlass && (await execute(makeBreakGlass, { actor, input: parsed.data })).ok) {
      print(`${parsed.data.email} is a break-glass account now.`)
      return 0
    }
    const input = { ...parsed.data, locale: language, breakGlass }
    const result = await execute(inviteToRole, { actor, input })
    if (!result.ok) throw new CommandError(refusals[result.reason as keyof typeof refusals])
    print(`An invitation as ${role} is on its way to ${parsed.data.email}.`)
    return 0
  },
})
