import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Details, Reason } from './parts'
import { count, inEnvironment, nonEmpty } from './props'
import { wholeNumber } from './wording'

export default defineMail({
  props: inEnvironment.extend({
    callsPerMinute: count,
    /** The limit in force. */
    limit: count,
    reason: nonEmpty,
    toReviewer: z.boolean(),
  }),
  texts: {
    en: {
      subject: (name: string) => `Limit request received: ${name}`,
      title: 'Limit request received',
      intro: (name: string) => `A higher limit was requested for ${name}. A reviewer will decide on it.`,
      introReviewer: (name: string) => `The owners of ${name} request a higher limit.`,
      limit: 'Current limit',
      requested: 'Requested limit',
      perMinute: (count: string) => `${count} calls per minute`,
      action: 'View the request',
      actionReviewer: 'Review the request',
    },
    fr: {
      subject: (name: string) => `Demande de limite reçue : ${name}`,
      title: 'Demande de limite reçue',
      intro: (name: string) =>
        `Une limite plus élevée a été demandée pour ${name}. Un vérificateur examinera la demande.`,
      introReviewer: (name: string) => `Les propriétaires de ${name} demandent une limite plus élevée.`,
      limit: 'Limite actuelle',
      requested: 'Limite demandée',
      perMinute: (count: string) => `${count} appels par minute`,
      action: 'Voir la demande',
      actionReviewer: 'Examiner la demande',
    },
  },
  subject: ({ text, quote }, { applicationName }) => text.subject(quote(applicationName)),
  body: ({ text, locale, quote }, { applicationName, toReviewer, environment, ...props }) => {
    const perMinute = (calls: number) => text.perMinute(wholeNumber(calls, locale))
    return (
      <Layout
        title={text.title}
        intro={(toReviewer ? text.introReviewer : text.intro)(quote(applicationName))}
        because={toReviewer ? 'reviewer' : 'application'}
        environment={environment}
      >
        <Details
          rows={[
            { label: text.limit, value: perMinute(props.limit) },
            { label: text.requested, value: perMinute(props.callsPerMinute) },
          ]}
        />
        <Reason text={props.reason} />
        <Action link={props.link} label={toReviewer ? text.actionReviewer : text.action} />
      </Layout>
    )
  },
})
