import { OrganisationNotice } from './organisation-notice'
import type { TemplateProps } from './schemas'
import { type Locale, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string) => `Organisation reinstated: ${name}`,
    title: 'Your organisation was reinstated',
    intro: (name: string) =>
      `${name} is reinstated. Its applications work again, with the same client IDs and secrets, except those that are suspended themselves. Your code only needs to request a new token.`,
    reason: 'Reason:',
    action: 'Open the organisation',
  },
  fr: {
    subject: (name: string) => `Organisation rétablie : ${name}`,
    title: 'Votre organisation a été rétablie',
    intro: (name: string) =>
      `${name} est rétablie. Ses applications fonctionnent de nouveau, avec les mêmes identifiants clients et les mêmes secrets, sauf celles qui sont elles-mêmes suspendues. Il suffit de demander un nouveau jeton.`,
    reason: 'Motif :',
    action: 'Ouvrir l’organisation',
  },
} satisfies Texts

type Props = TemplateProps<'organisation-reinstated'>

function subject({ organisationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(organisationName, locale))
}

function Message({ locale, ...props }: Props & { locale: Locale }) {
  return <OrganisationNotice text={texts[locale]} locale={locale} {...props} />
}

export const organisationReinstated = { texts, subject, Message }
