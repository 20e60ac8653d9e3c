import { z } from 'zod'
import { defineMail } from './define-mail'
import { instant, nonEmpty } from './props'
import { SafetyNotice } from './safety-notice'
import { moment, product } from './wording'

export default defineMail({
  // E-mails that the previous version queued lack it.
  props: z.object({ name: nonEmpty, expiresOn: instant, mayChangeSandbox: z.boolean().optional() }),
  texts: {
    en: {
      subject: `New personal access key for your ${product} account`,
      title: 'Personal access key created',
      reads: (name: string, day: string) =>
        `${name} can now read your applications, their requests and their usage. It ends on ${day}.`,
      changes: (name: string, day: string) =>
        `${name} can now read your applications, and change their test accounts and rehearsals in the Sandbox. It ends on ${day}.`,
      warning:
        'Wasn’t you? Remove it on your account page immediately, change your password and contact an administrator.',
    },
    fr: {
      subject: `Nouvelle clé d’API personnelle pour votre compte ${product}`,
      title: 'Une clé d’API personnelle a été créée',
      reads: (name: string, day: string) =>
        `${name} peut désormais lire vos applications, leurs requêtes et leur utilisation. Elle expire le ${day}.`,
      changes: (name: string, day: string) =>
        `${name} peut désormais lire vos applications, et modifier leurs comptes de test et leurs répétitions dans la Sandbox. Elle expire le ${day}.`,
      warning:
        'Ce n’était pas vous ? Retirez-la immédiatement sur la page de votre compte, changez votre mot de passe et contactez un administrateur.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text, locale, quote }, { name, expiresOn, mayChangeSandbox }) => {
    const intro = mayChangeSandbox ? text.changes : text.reads
    return <SafetyNotice text={text} intro={intro(quote(name), moment(expiresOn, locale))} />
  },
})
