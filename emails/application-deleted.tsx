import { ApplicationMail } from './application-mail'
import { Action, Callout } from './parts'
import type { TemplateProps } from './schemas'
import { environmentName, type Locale, quoted, quotedInSubject, type Texts } from './wording'

export const texts = {
  en: {
    subject: (name: string, environment: string) => `Application deleted: ${name} (${environment})`,
    title: 'Your application was deleted',
    intro: (name: string, environment: string) =>
      `${name} (${environment}) was deleted. Its credentials and its tokens stopped working at once, and will not come back.`,
    action: 'See your applications',
    warning: 'You did not expect this? Ask the other owners of the application, or tell an administrator.',
  },
  fr: {
    subject: (name: string, environment: string) => `Application supprimée : ${name} (${environment})`,
    title: 'Votre application a été supprimée',
    intro: (name: string, environment: string) =>
      `${name} (${environment}) a été supprimée. Ses identifiants et ses jetons ont cessé de fonctionner aussitôt, et ne reviendront pas.`,
    action: 'Voir vos applications',
    warning:
      'Vous ne vous y attendiez pas ? Demandez aux autres propriétaires de l’application, ou prévenez un administrateur.',
  },
} satisfies Texts

type Props = TemplateProps<'application-deleted'>

export function subject({ applicationName, environment }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale), environmentName(environment))
}

export function ApplicationDeleted({ locale, environment, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(props.applicationName, locale), environmentName(environment))
  return (
    <ApplicationMail locale={locale} title={text.title} intro={intro} environment={environment}>
      {props.link && <Action link={props.link} label={text.action} locale={locale} />}
      <Callout>{text.warning}</Callout>
    </ApplicationMail>
  )
}
