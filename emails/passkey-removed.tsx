import { z } from 'zod'
import { defineMail } from './define-mail'
import { Paragraph } from './parts'
import { nonEmpty } from './props'
import { SafetyNotice } from './safety-notice'
import { product } from './wording'

export default defineMail({
  props: z.object({ name: nonEmpty, factorLeft: z.boolean() }),
  texts: {
    en: {
      subject: `Passkey removed from your ${product} account`,
      title: 'Passkey removed',
      intro: (name: string) => `${name} is no longer a passkey of your ${product} account.`,
      off: 'It was your only second factor, so two-factor authentication is now off. Your recovery codes no longer work.',
      warning:
        'Wasn’t you? Change your password immediately, set up two-factor authentication again on your account page and contact an administrator.',
    },
    fr: {
      subject: `Clé d’accès retirée de votre compte ${product}`,
      title: 'Une clé d’accès a été retirée',
      intro: (name: string) => `${name} n’est plus une clé d’accès de votre compte ${product}.`,
      off: 'C’était votre seul second facteur : la double authentification est désactivée. Vos codes de secours ne fonctionnent plus.',
      warning:
        'Ce n’était pas vous ? Changez immédiatement votre mot de passe, configurez de nouveau la double authentification sur la page de votre compte et contactez un administrateur.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text, quote }, { name, factorLeft }) => (
    <SafetyNotice text={text} intro={text.intro(quote(name))}>
      {!factorLeft && <Paragraph>{text.off}</Paragraph>}
    </SafetyNotice>
  ),
})
