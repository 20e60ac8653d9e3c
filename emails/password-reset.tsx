import { LinkMail } from './link-mail'
import type { TemplateProps } from './schemas'
import { type Locale, product, type Texts } from './wording'

const texts = {
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
} satisfies Texts

type Props = TemplateProps<'password-reset'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, ...props }: Props & { locale: Locale }) {
  return <LinkMail {...props} locale={locale} text={texts[locale]} because="safety" />
}

export const passwordReset = { texts, subject, Message }
