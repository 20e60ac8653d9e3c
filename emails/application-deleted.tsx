import { ApplicationMail } from './application-mail'
import { Action, Callout } from './parts'
import type { TemplateProps } from './schemas'
import { environmentName, type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string, environment: string) => `Application deleted: ${name} (${environment})`,
    title: 'Your application was deleted',
    intro: (name: string, environment: string) =>
      `${name} (${environment}) was deleted. Its credentials and tokens stopped working immediately. This can’t be undone.`,
    action: 'See your applications',
    warning: 'Not expected? Ask the application’s other owners, or contact an administrator.',
  },
  fr: {
    subject: (name: string, environment: string) => `Application supprimée : ${name} (${environment})`,
    title: 'Votre application a été supprimée',
    intro: (name: string, environment: string) =>
      `${name} (${environment}) a été supprimée. Ses identifiants et ses jetons ont cessé immédiatement de fonctionner. C’est irréversible.`,
    action: 'Voir vos applications',
    warning:
      'Suppression inattendue ? Demandez aux autres propriétaires de l’application, ou contactez un administrateur.',
  },
} satisfies Texts

type Props = TemplateProps<'application-deleted'>

function subject({ applicationName, environment }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale), environmentName(environment))
}

function Message({ locale, environment, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(props.applicationName, locale), environmentName(environment))
  return (
    <ApplicationMail locale={locale} title={text.title} intro={intro} environment={environment}>
      {props.link && <Action link={props.link} label={text.action} locale={locale} />}
      <Callout>{text.warning}</Callout>
    </ApplicationMail>
  )
}

export const applicationDeleted = { texts, subject, Message }
