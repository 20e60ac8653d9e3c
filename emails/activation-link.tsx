import { z } from 'zod'
import { defineMail } from './define-mail'
import { LinkMail } from './link-mail'
import { hours, link } from './props'
import { product } from './wording'

export default defineMail({
  props: z.object({ link, hours }),
  texts: {
    en: {
      subject: `Activate your ${product} account`,
      title: 'Choose a password to activate your account',
      intro: `Welcome to ${product}. Choose a password to finish setting up your account.`,
      action: 'Activate account',
      expiry: (hours: string) =>
        `The link can be used once and expires in ${hours}. After that, the page offers a new one.`,
      ignore: 'If you didn’t request an account, you can ignore this e-mail.',
    },
    fr: {
      subject: `Activez votre compte ${product}`,
      title: 'Choisissez un mot de passe pour activer votre compte',
      intro: `Bienvenue sur ${product}. Choisissez un mot de passe pour terminer la création de votre compte.`,
      action: 'Activer le compte',
      expiry: (hours: string) =>
        `Le lien est utilisable une fois et expire dans ${hours}. La page en propose ensuite un nouveau.`,
      ignore: 'Si vous n’avez pas demandé de compte, ignorez cet e-mail.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text, locale }, props) => <LinkMail {...props} text={text} locale={locale} because="address" />,
})
