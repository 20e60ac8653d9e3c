import { ApplicationMail } from './application-mail'
import { Action } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string) => `A webhook endpoint of ${name} was disabled`,
    title: 'A webhook endpoint was disabled',
    gone: (host: string, name: string) =>
      `The endpoint at ${host} responded with status 410, so we no longer send it the events of ${name}.`,
    failing: (host: string, name: string) =>
      `Every attempt of the last five days to send events of ${name} to the endpoint at ${host} failed, so we no longer send it any.`,
    action: 'View webhooks',
  },
  fr: {
    subject: (name: string) => `Un point d’accès de webhook de ${name} a été désactivé`,
    title: 'Un point d’accès de webhook a été désactivé',
    gone: (host: string, name: string) =>
      `Le point d’accès de ${host} a répondu avec le statut 410 : il ne reçoit plus les événements de ${name}.`,
    failing: (host: string, name: string) =>
      `Depuis cinq jours, toutes les tentatives d’envoi des événements de ${name} au point d’accès de ${host} ont échoué : il n’en reçoit plus.`,
    action: 'Voir les webhooks',
  },
} satisfies Texts

type Props = TemplateProps<'webhook-disabled'>

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

function Message({ locale, host, cause, environment, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text[cause](host, quoted(props.applicationName, locale))
  return (
    <ApplicationMail locale={locale} title={text.title} intro={intro} environment={environment}>
      <Action link={props.link} label={text.action} locale={locale} />
    </ApplicationMail>
  )
}

export const webhookDisabled = { texts, subject, Message }
