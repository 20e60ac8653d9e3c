import { LinkMail } from './link-mail'
import type { TemplateProps } from './schemas'
import type { Locale, Texts } from './wording'

export const texts = {
  en: {
    subject: 'Reset your Guichet password',
    title: 'Choose a new password',
    intro: 'A new password was asked for your Guichet account. Open the page below to choose it.',
    action: 'Reset password',
    expiry: (hours: string) =>
      `The link works once, for ${hours}. Your present password stays valid until you have chosen another.`,
    ignore: 'If you did not ask for this, ignore this e-mail: your password stays as it is.',
  },
  fr: {
    subject: 'Réinitialisez votre mot de passe Guichet',
    title: 'Choisissez un nouveau mot de passe',
    intro:
      'Un nouveau mot de passe a été demandé pour votre compte Guichet. Ouvrez la page ci-dessous pour le choisir.',
    action: 'Réinitialiser le mot de passe',
    expiry: (hours: string) =>
      `Le lien fonctionne une seule fois, pendant ${hours}. Votre mot de passe actuel reste valable jusqu’à ce que vous en ayez choisi un autre.`,
    ignore: 'Si vous n’avez rien demandé, ignorez cet e-mail : votre mot de passe ne change pas.',
  },
} satisfies Texts

type Props = TemplateProps<'password-reset'>

export function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

export function PasswordReset({ locale, ...props }: Props & { locale: Locale }) {
  return <LinkMail {...props} locale={locale} text={texts[locale]} because="safety" />
}
