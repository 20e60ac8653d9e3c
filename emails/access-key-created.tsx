import { z } from 'zod'
import { defineMail } from './define-mail'
import { instant, nonEmpty } from './props'
import { SafetyNotice } from './safety-notice'
import { moment, product } from './wording'

export default defineMail({
  props: z.object({ name: nonEmpty, expiresOn: instant }),
  texts: {
    en: {
      subject: `New personal access key for your ${product} account`,
      title: 'Personal access key created',
      intro: (name: string, day: string) =>
        `${name} can now read the usage of your applications. It ends on ${day}.`,
      warning:
        'Wasn’t you? Remove it on your account page immediately, change your password and contact an administrator.',
    },
    fr: {
      subject: `Nouvelle clé d’API personnelle pour votre compte ${product}`,
      title: 'Une clé d’API personnelle a été créée',
      intro: (name: string, day: string) =>
        `${name} peut désormais lire l’utilisation de vos applications. Elle expire le ${day}.`,
      warning:
        'Ce n’était pas vous ? Retirez-la immédiatement sur la page de votre compte, changez votre mot de passe et contactez un administrateur.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text, locale, quote }, { name, expiresOn }) => (
    <SafetyNotice text={text} intro={text.intro(quote(name), moment(expiresOn, locale))} />
  ),
})
