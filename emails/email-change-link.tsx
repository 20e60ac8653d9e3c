import { LinkMail } from './link-mail'
import type { TemplateProps } from './schemas'
import { type Locale, product, type Texts } from './wording'

const texts = {
  en: {
    subject: `Confirm your new e-mail address for ${product}`,
    title: 'Confirm your new e-mail address',
    intro: `This address was entered as the new address of an account with ${product}. Confirm that it’s yours.`,
    action: 'Confirm address',
    expiry: (hours: string) =>
      `The link can be used once, while you are signed in, and expires in ${hours}. Until then the account keeps its current address.`,
    ignore: 'If you didn’t request this, you can ignore this e-mail.',
  },
  fr: {
    subject: `Confirmez votre nouvelle adresse e-mail pour ${product}`,
    title: 'Confirmez votre nouvelle adresse e-mail',
    intro: `Cette adresse a été saisie comme nouvelle adresse d’un compte ${product}. Confirmez qu’elle est à vous.`,
    action: 'Confirmer l’adresse',
    expiry: (hours: string) =>
      `Le lien est utilisable une fois, lorsque vous êtes connecté, et expire dans ${hours}. D’ici là, le compte garde son adresse actuelle.`,
    ignore: 'Si vous n’avez rien demandé, ignorez cet e-mail.',
  },
} satisfies Texts

type Props = TemplateProps<'email-change-link'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, ...props }: Props & { locale: Locale }) {
  return <LinkMail {...props} locale={locale} text={texts[locale]} because="address" />
}

export const emailChangeLink = { texts, subject, Message }
