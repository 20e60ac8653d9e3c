import { LinkMail } from './link-mail'
import type { TemplateProps } from './schemas'
import type { Locale, Texts } from './wording'

export const texts = {
  en: {
    subject: 'Activate your Guichet account',
    title: 'Choose a password to activate your account',
    intro: 'Welcome to Guichet. One step is left: open the page below and choose your password.',
    action: 'Activate account',
    expiry: (hours: string) =>
      `The link works once, for ${hours}. If it has expired, the page offers a new one.`,
    ignore: 'If you did not ask for an account, ignore this e-mail: nothing happens without the link.',
  },
  fr: {
    subject: 'Activez votre compte Guichet',
    title: 'Choisissez un mot de passe pour activer votre compte',
    intro:
      'Bienvenue sur Guichet. Il reste une étape : ouvrez la page ci-dessous et choisissez votre mot de passe.',
    action: 'Activer le compte',
    expiry: (hours: string) =>
      `Le lien fonctionne une seule fois, pendant ${hours}. S’il a expiré, la page en propose un nouveau.`,
    ignore: 'Si vous n’avez pas demandé de compte, ignorez cet e-mail : rien ne se passe sans le lien.',
  },
} satisfies Texts

type Props = TemplateProps<'activation-link'>

export function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

export function ActivationLink({ locale, ...props }: Props & { locale: Locale }) {
  return <LinkMail {...props} locale={locale} text={texts[locale]} because="address" />
}
