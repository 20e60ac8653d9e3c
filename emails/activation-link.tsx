import { LinkMail } from './link-mail'
import type { TemplateProps } from './schemas'
import { type Locale, product, type Texts } from './wording'

const texts = {
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
} satisfies Texts

type Props = TemplateProps<'activation-link'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, ...props }: Props & { locale: Locale }) {
  return <LinkMail {...props} locale={locale} text={texts[locale]} because="address" />
}

export const activationLink = { texts, subject, Message }
