import { z } from 'zod'
import { defineMail } from './define-mail'
import { SafetyNotice } from './safety-notice'
import { product } from './wording'

export default defineMail({
  props: z.object({
    // Releases before passkeys queued this one and `second-factor-turned-on` without props.
    factorLeft: z.boolean().default(false),
  }),
  texts: {
    en: {
      subject: `Two-factor authentication turned off for your ${product} account`,
      title: 'Two-factor authentication is off',
      titleLeft: 'Authenticator app removed',
      left: `Codes from your authenticator app no longer work for your ${product} account. Signing in still asks for a passkey.`,
      off: `Your ${product} account is now protected by a password only. Your recovery codes no longer work.`,
      warning:
        'Wasn’t you? Change your password immediately, set up two-factor authentication again on your account page and contact an administrator.',
    },
    fr: {
      subject: `Double authentification désactivée pour votre compte ${product}`,
      title: 'La double authentification est désactivée',
      titleLeft: 'Application d’authentification retirée',
      left: `Les codes de votre application d’authentification ne fonctionnent plus pour votre compte ${product}. La connexion demande toujours une clé d’accès.`,
      off: `Votre compte ${product} n’est plus protégé que par un mot de passe. Vos codes de secours ne fonctionnent plus.`,
      warning:
        'Ce n’était pas vous ? Changez immédiatement votre mot de passe, configurez de nouveau la double authentification sur la page de votre compte et contactez un administrateur.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }, { factorLeft }) => (
    <SafetyNotice
      text={factorLeft ? { ...text, title: text.titleLeft } : text}
      intro={factorLeft ? text.left : text.off}
    />
  ),
})
