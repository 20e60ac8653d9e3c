import { LinkMail } from './link-mail'
import type { TemplateProps } from './schemas'
import type { Locale, Texts } from './wording'

export const texts = {
  en: {
    subject: 'Confirm your new e-mail address for Guichet',
    title: 'Confirm your new e-mail address',
    intro: 'This address was entered as the new one of a Guichet account. Confirm that it is yours.',
    action: 'Confirm address',
    expiry: (hours: string) =>
      `The link works once, for ${hours}. Until then the account keeps its former address.`,
    ignore: 'If you did not ask for this, ignore this e-mail: nothing happens without the link.',
  },
  fr: {
    subject: 'Confirmez votre nouvelle adresse e-mail pour Guichet',
    title: 'Confirmez votre nouvelle adresse e-mail',
    intro:
      'Cette adresse a été saisie comme nouvelle adresse d’un compte Guichet. Confirmez qu’elle est à vous.',
    action: 'Confirmer l’adresse',
    expiry: (hours: string) =>
      `Le lien fonctionne une seule fois, pendant ${hours}. D’ici là, le compte garde son ancienne adresse.`,
    ignore: 'Si vous n’avez rien demandé, ignorez cet e-mail : rien ne se passe sans le lien.',
  },
} satisfies Texts

type Props = TemplateProps<'email-change-link'>

export function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

export function EmailChangeLink({ locale, ...props }: Props & { locale: Locale }) {
  return <LinkMail {...props} locale={locale} text={texts[locale]} because="address" />
}
