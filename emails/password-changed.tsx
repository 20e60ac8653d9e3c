import { z } from 'zod'
import { defineMail } from './define-mail'
import { SafetyNotice } from './safety-notice'
import { product } from './wording'

export default defineMail({
  props: z.object({}),
  texts: {
    en: {
      subject: `Your ${product} password was changed`,
      title: 'Your password was changed',
      intro: `The password of your ${product} account was just changed. If it was you, you don’t need to do anything.`,
      warning:
        'Wasn’t you? Choose a new password immediately with “Forgot password?” on the sign-in page, sign out devices you don’t recognise on your account page and contact an administrator.',
    },
    fr: {
      subject: `Votre mot de passe ${product} a été modifié`,
      title: 'Votre mot de passe a été modifié',
      intro: `Le mot de passe de votre compte ${product} vient d’être modifié. Si c’était vous, il n’y a rien d’autre à faire.`,
      warning:
        'Ce n’était pas vous ? Choisissez immédiatement un nouveau mot de passe avec « Mot de passe oublié ? » sur la page de connexion, déconnectez les appareils inconnus sur la page de votre compte et contactez un administrateur.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }) => <SafetyNotice text={text} intro={text.intro} />,
})
