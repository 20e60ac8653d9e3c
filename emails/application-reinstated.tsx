import { ApplicationMail } from './application-mail'
import { Action, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { environmentName, type Locale, quoted, quotedInSubject, type Texts } from './wording'

export const texts = {
  en: {
    subject: (name: string, environment: string) => `Application reinstated: ${name} (${environment})`,
    title: 'Your application was reinstated',
    intro: (name: string, environment: string) =>
      `${name} (${environment}) works again, with the same client ID and the same secrets. Programs ask for a new token; nothing has to be set up again.`,
    reason: 'The reason given:',
    action: 'Open the application',
  },
  fr: {
    subject: (name: string, environment: string) => `Application rétablie : ${name} (${environment})`,
    title: 'Votre application a été rétablie',
    intro: (name: string, environment: string) =>
      `${name} (${environment}) fonctionne de nouveau, avec le même identifiant client et les mêmes secrets. Les programmes demandent un nouveau jeton ; rien n’est à régler à nouveau.`,
    reason: 'Le motif donné :',
    action: 'Ouvrir l’application',
  },
} satisfies Texts

type Props = TemplateProps<'application-reinstated'>

export function subject({ applicationName, environment }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale), environmentName(environment))
}

export function ApplicationReinstated({ locale, environment, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(props.applicationName, locale), environmentName(environment))
  return (
    <ApplicationMail locale={locale} title={text.title} intro={intro} environment={environment}>
      {props.reason && <Quote from={text.reason} text={props.reason} />}
      <Action link={props.link} label={text.action} locale={locale} />
    </ApplicationMail>
  )
}
