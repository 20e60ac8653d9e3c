import { OrganisationNotice } from './organisation-notice'
import type { TemplateProps } from './schemas'
import { type Locale, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string) => `Organisation suspended: ${name}`,
    title: 'Your organisation was suspended',
    intro: (name: string) =>
      `${name} is suspended. Its applications can’t get tokens, and their current tokens were revoked. Everything is kept.`,
    reason: 'Reason:',
    action: 'Open the organisation',
  },
  fr: {
    subject: (name: string) => `Organisation suspendue : ${name}`,
    title: 'Votre organisation a été suspendue',
    intro: (name: string) =>
      `${name} est suspendue. Ses applications ne peuvent plus obtenir de jetons, et les leurs ont été révoqués. Tout est conservé.`,
    reason: 'Motif :',
    action: 'Ouvrir l’organisation',
  },
} satisfies Texts

type Props = TemplateProps<'organisation-suspended'>

function subject({ organisationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(organisationName, locale))
}

function Message({ locale, ...props }: Props & { locale: Locale }) {
  return <OrganisationNotice text={texts[locale]} locale={locale} {...props} />
}

export const organisationSuspended = { texts, subject, Message }
