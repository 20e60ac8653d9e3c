import { ApplicationMail } from './application-mail'
import { Action } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string) => `Revision approved: ${name}`,
    title: 'Your revision was approved',
    intro: (name: string) =>
      `The changed documents of ${name} were approved. It stays active in Production with the same credentials. You don’t need to do anything.`,
    action: 'See the decision',
  },
  fr: {
    subject: (name: string) => `Révision approuvée : ${name}`,
    title: 'Votre révision a été approuvée',
    intro: (name: string) =>
      `Les documents modifiés de ${name} ont été approuvés. Elle reste active en Production avec les mêmes identifiants. Vous n’avez rien à faire.`,
    action: 'Voir la décision',
  },
} satisfies Texts

type Props = TemplateProps<'revision-approved'>

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

function Message({ locale, applicationName, link }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(applicationName, locale))
  return (
    <ApplicationMail locale={locale} title={text.title} intro={intro} environment="production">
      <Action link={link} label={text.action} locale={locale} />
    </ApplicationMail>
  )
}

export const revisionApproved = { texts, subject, Message }
