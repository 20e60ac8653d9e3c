import { getTranslations } from 'next-intl/server'
import { formAction } from '@/app/_request/form-action'
import { fieldError, formError } from '@/app/_request/form-errors'
import { getLocale } from '@/i18n/current-locale'
import type { AnyCommand } from '@/lib/commands/command'

/** The page's message, in `accounts.sent`. */
type Message = 'activation' | 'activationAgain' | 'reset' | 'resetAgain' | 'browser'

/**
 * Takes the form of `EmailRequest`, and shows the same whether or not anyone has the address.
 * @param hours for which the link is valid that the command mails
 */
export function emailForm(command: AnyCommand, message: Message, hours: number) {
  const translate = () => getTranslations('accounts.sent')
  const isAgain = (form: FormData) => form.get('intent') === 'resend'
  const sent = async ({ email = '' }: { email?: string }) => (await translate())(message, { email, hours })
  return formAction<AnyCommand, [], string>(command, {
    messages: 'accounts.errors',
    fields: async ({ form }) => ({ ...Object.fromEntries(form), locale: await getLocale() }),
    async show(_value, { form, input }) {
      return { value: await sent(input), ...(isAgain(form) ? { done: (await translate())('resent') } : {}) }
    },
    wait: async ({ form, input }) => (isAgain(form) ? { value: await sent(input) } : {}),
    async refuse({ reason }, { form, input }) {
      if (reason === 'domain') return fieldError('email', 'email_domain')
      // The first mail replaced the expired link, so that a second press finds it gone: there is nothing more to say.
      return isAgain(form) ? { value: await sent(input) } : formError('link_unusable')
    },
  })
}
