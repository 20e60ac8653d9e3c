import { z } from 'zod'
import { defineMail } from './define-mail'
import { LinkMail } from './link-mail'
import { hours, link } from './props'
import { product } from './wording'

export default defineMail({
  props: z.object({ link, hours }),
  texts: {
    en: {
      subject: `Reset your ${product} password`,
      title: 'Choose a new password',
      intro: `We received a request to reset the password of your ${product} account.`,
      action: 'Reset password',
      expiry: (hours: string) =>
        `The link can be used once and expires in ${hours}. Your current password stays valid until you choose a new one.`,
      ignore: 'If you didn’t request this, ignore this e-mail. Your password stays the same.',
    },
    fr: {
      subject: `Réinitialisez votre mot de passe ${product}`,
      title: 'Choisissez un nouveau mot de passe',
      intro: `Nous avons reçu une demande de réinitialisation du mot de passe de votre compte ${product}.`,
      action: 'Réinitialiser le mot de passe',
      expiry: (hours: string) =>
        `Le lien est utilisable une fois et expire dans ${hours}. Votre mot de passe actuel reste valable jusqu’à ce que vous en choisissiez un autre.`,
      ignore: 'Si vous n’avez rien demandé, ignorez cet e-mail. Votre mot de passe ne change pas.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text, locale }, props) => <LinkMail {...props} text={text} locale={locale} because="safety" />,
})
