import { Layout } from './layout'
import { Action, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (events: string) => `A webhook endpoint of ${events} was disabled`,
    title: 'A webhook endpoint was disabled',
    gone: (host: string, events: string) =>
      `The endpoint at ${host} responded with status 410, so we no longer send it the events of ${events}.`,
    failing: (host: string, events: string) =>
      `Every attempt of the last five days to send events of ${events} to the endpoint at ${host} failed, so we no longer send it any.`,
    of: (name: string) => name,
    ofAuditLog: 'the audit log',
    action: 'View webhooks',
  },
  fr: {
    subject: (events: string) => `Un point d’accès de webhook ${events} a été désactivé`,
    title: 'Un point d’accès de webhook a été désactivé',
    gone: (host: string, events: string) =>
      `Le point d’accès de ${host} a répondu avec le statut 410 : il ne reçoit plus les événements ${events}.`,
    failing: (host: string, events: string) =>
      `Depuis cinq jours, toutes les tentatives d’envoi des événements ${events} au point d’accès de ${host} ont échoué : il n’en reçoit plus.`,
    of: (name: string) => `de ${name}`,
    ofAuditLog: 'du journal d’audit',
    action: 'Voir les webhooks',
  },
} satisfies Texts

type Props = TemplateProps<'webhook-disabled'>

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(
    nameEvents(applicationName && quotedInSubject(applicationName, locale), locale),
  )
}

function Message({ locale, host, cause, applicationName, environment, link }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text[cause](host, nameEvents(applicationName && quoted(applicationName, locale), locale))
  const because = applicationName ? 'application' : 'administrator'
  return (
    <Layout locale={locale} title={text.title} preview={intro} because={because} environment={environment}>
      <Paragraph>{intro}</Paragraph>
      <Action link={link} label={text.action} locale={locale} />
    </Layout>
  )
}

function nameEvents(name: string | undefined, locale: Locale): string {
  return name ? texts[locale].of(name) : texts[locale].ofAuditLog
}

export const webhookDisabled = { texts, subject, Message }
