import { ApplicationMail } from './application-mail'
import { Action, Callout } from './parts'
import type { TemplateProps } from './schemas'
import { environmentName, type Locale, moment, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string, environment: string) => `Client secret revealed for ${name} (${environment})`,
    title: 'The client secret was revealed',
    intro: (name: string, environment: string, when: string) =>
      `An owner revealed the client secret of ${name} (${environment}) on ${when}.`,
    action: 'Open the application',
    warning:
      'Not expected? Rotate the secret now on the application’s page, and choose to expire the current one immediately.',
  },
  fr: {
    subject: (name: string, environment: string) => `Secret client révélé pour ${name} (${environment})`,
    title: 'Le secret client a été révélé',
    intro: (name: string, environment: string, when: string) =>
      `Un propriétaire a révélé le secret client de ${name} (${environment}) le ${when}.`,
    action: 'Ouvrir l’application',
    warning:
      'Inattendu ? Renouvelez maintenant le secret sur la page de l’application, en faisant expirer l’actuel immédiatement.',
  },
} satisfies Texts

type Props = TemplateProps<'secret-revealed'>

function subject({ applicationName, environment }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale), environmentName(environment))
}

function Message({ locale, environment, at, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const name = quoted(props.applicationName, locale)
  const intro = text.intro(name, environmentName(environment), moment(at, locale))
  return (
    <ApplicationMail locale={locale} title={text.title} intro={intro} environment={environment}>
      <Action link={props.link} label={text.action} locale={locale} />
      <Callout>{text.warning}</Callout>
    </ApplicationMail>
  )
}

export const secretRevealed = { texts, subject, Message }
