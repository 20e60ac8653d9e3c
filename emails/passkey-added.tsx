import { z } from 'zod'
import { defineMail } from './define-mail'
import { Paragraph } from './parts'
import { nonEmpty } from './props'
import { SafetyNotice } from './safety-notice'
import { product } from './wording'

export default defineMail({
  props: z.object({ name: nonEmpty, first: z.boolean() }),
  texts: {
    en: {
      subject: `Passkey added to your ${product} account`,
      title: 'Passkey added',
      intro: (name: string) => `${name} is now a passkey of your ${product} account.`,
      first:
        'From now on, signing in asks for a passkey after your password. Keep your recovery codes in a safe place: each can replace it once.',
      warning:
        'Wasn’t you? Remove it on your account page immediately, change your password and contact an administrator.',
    },
    fr: {
      subject: `Clé d’accès ajoutée à votre compte ${product}`,
      title: 'Une clé d’accès a été ajoutée',
      intro: (name: string) => `${name} est désormais une clé d’accès de votre compte ${product}.`,
      first:
        'Désormais, la connexion demande une clé d’accès en plus de votre mot de passe. Gardez vos codes de secours en lieu sûr : chacun la remplace une fois.',
      warning:
        'Ce n’était pas vous ? Retirez-la immédiatement sur la page de votre compte, changez votre mot de passe et contactez un administrateur.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text, quote }, { name, first }) => (
    <SafetyNotice text={text} intro={text.intro(quote(name))}>
      {first && <Paragraph>{text.first}</Paragraph>}
    </SafetyNotice>
  ),
})
