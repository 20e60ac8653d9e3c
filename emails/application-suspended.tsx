import { ApplicationMail } from './application-mail'
import { Action, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { environmentName, type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string, environment: string) => `Application suspended: ${name} (${environment})`,
    title: 'Your application was suspended',
    intro: (name: string, environment: string) =>
      `${name} (${environment}) can’t get tokens, and its current tokens were revoked. Its settings are kept.`,
    reason: 'Reason:',
    action: 'Open the application',
  },
  fr: {
    subject: (name: string, environment: string) => `Application suspendue : ${name} (${environment})`,
    title: 'Votre application a été suspendue',
    intro: (name: string, environment: string) =>
      `${name} (${environment}) ne peut plus obtenir de jetons, et les siens ont été révoqués. Ses réglages sont conservés.`,
    reason: 'Motif :',
    action: 'Ouvrir l’application',
  },
} satisfies Texts

type Props = TemplateProps<'application-suspended'>

function subject({ applicationName, environment }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale), environmentName(environment))
}

function Message({ locale, environment, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(props.applicationName, locale), environmentName(environment))
  return (
    <ApplicationMail locale={locale} title={text.title} intro={intro} environment={environment}>
      {props.reason && <Quote from={text.reason} text={props.reason} />}
      <Action link={props.link} label={text.action} locale={locale} />
    </ApplicationMail>
  )
}

export const applicationSuspended = { texts, subject, Message }
