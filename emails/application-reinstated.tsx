import { ApplicationMail } from './application-mail'
import { Action, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { environmentName, type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string, environment: string) => `Application reinstated: ${name} (${environment})`,
    title: 'Your application was reinstated',
    intro: (name: string, environment: string) =>
      `${name} (${environment}) works again, with the same client ID and secrets. Your code only needs to request a new token.`,
    reason: 'Reason:',
    action: 'Open the application',
  },
  fr: {
    subject: (name: string, environment: string) => `Application rétablie : ${name} (${environment})`,
    title: 'Votre application a été rétablie',
    intro: (name: string, environment: string) =>
      `${name} (${environment}) fonctionne de nouveau, avec le même identifiant client et les mêmes secrets. Il suffit de demander un nouveau jeton.`,
    reason: 'Motif :',
    action: 'Ouvrir l’application',
  },
} satisfies Texts

type Props = TemplateProps<'application-reinstated'>

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

export const applicationReinstated = { texts, subject, Message }
