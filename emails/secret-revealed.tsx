import { ApplicationMail } from './application-mail'
import { Action, Callout } from './parts'
import type { TemplateProps } from './schemas'
import { environmentName, type Locale, moment, quoted, quotedInSubject, type Texts } from './wording'

export const texts = {
  en: {
    subject: (name: string, environment: string) => `Client secret revealed for ${name} (${environment})`,
    title: 'The client secret was revealed',
    intro: (name: string, environment: string, when: string) =>
      `An owner of ${name} (${environment}) had its client secret shown on ${when}.`,
    action: 'Open the application',
    warning:
      'You did not expect this? Rotate the secret without overlap on the page of the application: the present one then stops working at once.',
  },
  fr: {
    subject: (name: string, environment: string) => `Secret client révélé pour ${name} (${environment})`,
    title: 'Le secret client a été révélé',
    intro: (name: string, environment: string, when: string) =>
      `Un propriétaire de ${name} (${environment}) a fait afficher son secret client le ${when}.`,
    action: 'Ouvrir l’application',
    warning:
      'Vous ne vous y attendiez pas ? Renouvelez le secret sans période de transition sur la page de l’application : l’actuel cesse alors aussitôt de fonctionner.',
  },
} satisfies Texts

type Props = TemplateProps<'secret-revealed'>

export function subject({ applicationName, environment }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale), environmentName(environment))
}

export function SecretRevealed({ locale, environment, at, ...props }: Props & { locale: Locale }) {
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
