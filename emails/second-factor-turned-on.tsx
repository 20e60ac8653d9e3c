import { z } from 'zod'
import { defineMail } from './define-mail'
import { SafetyNotice } from './safety-notice'
import { product } from './wording'

export default defineMail({
  props: z.object({ first: z.boolean().default(true) }),
  texts: {
    en: {
      subject: `Two-factor authentication turned on for your ${product} account`,
      title: 'Two-factor authentication is on',
      first: `From now on, signing in to ${product} asks for a code after your password. Keep your recovery codes in a safe place: each can replace a code once.`,
      another: `You can now sign in to ${product} with a code from your authenticator app or a passkey.`,
    },
    fr: {
      subject: `Double authentification activée pour votre compte ${product}`,
      title: 'La double authentification est activée',
      first: `Désormais, la connexion à ${product} demande un code en plus de votre mot de passe. Gardez vos codes de secours en lieu sûr : chacun remplace le code une fois.`,
      another: `Vous pouvez désormais vous connecter à ${product} avec un code de votre application d’authentification ou une clé d’accès.`,
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }, { first }) => <SafetyNotice text={text} intro={first ? text.first : text.another} />,
})
