import { z } from 'zod'
import { defineMail } from './define-mail'
import { SafetyNotice } from './safety-notice'
import { product } from './wording'

export default defineMail({
  props: z.object({}),
  texts: {
    en: {
      subject: `A recovery code was used to sign in to ${product}`,
      title: 'A recovery code was used',
      intro: `Someone signed in to your ${product} account with your password and one of your recovery codes. That code no longer works. If few are left, create new ones on your account page.`,
      warning:
        'Wasn’t you? Change your password immediately, create new recovery codes, sign out devices you don’t recognise and contact an administrator.',
    },
    fr: {
      subject: `Un code de secours a servi à se connecter à ${product}`,
      title: 'Un code de secours a été utilisé',
      intro: `Quelqu’un s’est connecté à votre compte ${product} avec votre mot de passe et un de vos codes de secours. Ce code ne fonctionne plus. S’il en reste peu, créez-en de nouveaux sur la page de votre compte.`,
      warning:
        'Ce n’était pas vous ? Changez immédiatement votre mot de passe, créez de nouveaux codes de secours, déconnectez les appareils inconnus et contactez un administrateur.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }) => <SafetyNotice text={text} intro={text.intro} />,
})
