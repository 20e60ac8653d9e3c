import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action } from './parts'
import { inEnvironment, nonEmpty } from './props'

export default defineMail({
  props: inEnvironment
    // Without an application, it is an endpoint of the administration.
    .partial({ applicationName: true, environment: true })
    .extend({
      /** That of the endpoint's URL. */
      host: nonEmpty,
      cause: z.enum(['gone', 'failing']),
    }),
  texts: {
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
  },
  subject: ({ text, quote }, { applicationName }) =>
    text.subject(applicationName ? text.of(quote(applicationName)) : text.ofAuditLog),
  body: ({ text, quote }, { host, cause, applicationName, environment, link }) => (
    <Layout
      title={text.title}
      intro={text[cause](host, applicationName ? text.of(quote(applicationName)) : text.ofAuditLog)}
      because={applicationName ? 'application' : 'administrator'}
      environment={environment}
    >
      <Action link={link} label={text.action} />
    </Layout>
  ),
})
