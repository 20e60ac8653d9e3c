import { z } from 'zod'
import {
  count,
  defineMail,
  documents,
  inEnvironment,
  inOrder,
  instant,
  link,
  nonEmpty,
  onApplication,
  revision,
  timeZone,
} from './define-mail'
import {
  Action,
  Callout,
  Comments,
  Details,
  List,
  Paragraph,
  Quote,
  Reason,
  Receipt,
  SecondAction,
  SmallPrint,
} from './parts'

const withReason = inEnvironment.extend({ reason: nonEmpty.optional() })

function decided({ reason, link }: z.output<typeof withReason>) {
  return inOrder(<Reason text={reason} />, <Action link={link} text="openApplication" />)
}

/** A decision about the limit. */
function limited({ reason, link }: { reason?: string; link: string }) {
  return inOrder(<Comments reason={reason} />, <Action link={link} />)
}

/** Without an application, it is an endpoint of the administration. */
const onEndpoint = inEnvironment.partial({ applicationName: true, environment: true }).extend({
  /** That of the endpoint's URL. */
  host: nonEmpty,
})
type Endpoint = { applicationName?: string }

const ofEndpoint = {
  because: ({ applicationName }: Endpoint) => (applicationName ? 'application' : 'administrator'),
  variant: ({ applicationName }: Endpoint) => (applicationName ? 'application' : 'administration'),
} as const

export const applicationMails = {
  'application-created': defineMail(
    inEnvironment.extend({ clientId: nonEmpty, nextStep: z.enum(['active', 'documents']) }),
    {
      variant: ({ nextStep }) => nextStep,
      body: ({ link }, { shown }) =>
        inOrder(
          <Action link={link} />,
          <Details rows={{ environment: shown.environment, clientId: shown.clientId }} code={['clientId']} />,
          <SmallPrint text="secret" />,
        ),
    },
  ),
  'application-deleted': defineMail(inEnvironment.extend({ link: link.optional() }), {
    body: ({ link }) => inOrder(link && <Action link={link} />, <Callout text="warning" />),
  }),
  'application-moved': defineMail(
    inEnvironment.extend({ organisationName: nonEmpty, personEmail: nonEmpty }),
    {
      body: ({ link }) =>
        inOrder(
          <Paragraph text="effect" />,
          <Action link={link} text="openApplication" />,
          <Callout text="warning" />,
        ),
    },
  ),
  'access-changed': defineMail(
    onApplication.extend({
      /** How many it may read; absent for all. */
      accounts: count.optional(),
    }),
    {
      environment: () => 'production',
      variant: ({ accounts }) => (accounts === undefined ? 'all' : 'listed'),
      body: ({ link }) => <Action link={link} text="openApplication" />,
    },
  ),
  'application-suspended': defineMail(withReason, { body: decided }),
  'application-reinstated': defineMail(withReason, { body: decided }),
  'client-keys-changed': defineMail(
    inEnvironment.extend({
      change: z.enum(['first', 'added', 'removed', 'off']),
      kid: nonEmpty.optional(),
    }),
    {
      variant: ({ change }) => change,
      body: ({ kid, link }) =>
        inOrder(
          <Paragraph text="effect" />,
          kid && <Paragraph text="key" />,
          <Action link={link} text="openApplication" />,
          <Callout text="warning" />,
        ),
    },
  ),
  'secret-revealed': defineMail(inEnvironment.extend({ at: instant }), {
    body: ({ link }) => inOrder(<Action link={link} text="openApplication" />, <Callout text="warning" />),
  }),
  'secret-rotated': defineMail(inEnvironment.extend({ previousValidUntil: instant.optional() }), {
    body: ({ previousValidUntil, link }) =>
      inOrder(
        <Paragraph text={previousValidUntil ? 'overlap' : 'immediately'} />,
        <Action link={link} text="openApplication" />,
        <Callout text="warning" />,
      ),
  }),
  'limit-requested': defineMail(
    inEnvironment.extend({
      callsPerMinute: count,
      /** The limit in force. */
      limit: count,
      reason: nonEmpty,
      toReviewer: z.boolean(),
    }),
    {
      because: ({ toReviewer }) => (toReviewer ? 'reviewer' : 'application'),
      variant: ({ toReviewer }) => (toReviewer ? 'reviewer' : 'owner'),
      body: ({ limit, callsPerMinute, reason, link }, { say }) =>
        inOrder(
          <Details
            rows={{
              limit: say('perMinute', { calls: limit }),
              requested: say('perMinute', { calls: callsPerMinute }),
            }}
          />,
          <Reason text={reason} />,
          <Action link={link} />,
        ),
    },
  ),
  'limit-approved': defineMail(withReason.extend({ callsPerMinute: count }), { body: limited }),
  'limit-rejected': defineMail(inEnvironment.extend({ callsPerMinute: count, reason: nonEmpty }), {
    body: limited,
  }),
  'limit-changed': defineMail(
    inEnvironment.extend({
      /** 0 for none. */
      limit: z.int().min(0),
    }),
    { variant: ({ limit }) => (limit === 0 ? 'unlimited' : 'limited'), body: limited },
  ),
  'networks-changed': defineMail(
    withReason.extend({
      /** `review` goes to the reviewers. */
      change: z.enum(['saved', 'requested', 'review', 'approved', 'rejected']),
      /** The number of networks, 0 for every address. */
      count: z.int().min(0),
    }),
    {
      because: ({ change }) => (change === 'review' ? 'reviewer' : 'application'),
      variant: ({ change }) => change,
      body: ({ change, count, reason, link }) => {
        const review = change === 'review'
        const inForce = change === 'saved' || change === 'approved'
        const everywhere = inForce ? 'everywhere' : 'requestedEverywhere'
        return inOrder(
          <Paragraph text={count > 0 ? 'ranges' : everywhere} />,
          <Reason text={reason} />,
          <Action link={link} text={review ? 'reviewAction' : 'action'} />,
          !review && <Callout text="warning" />,
        )
      },
    },
  ),
  'webhook-disabled': defineMail(onEndpoint.extend({ cause: z.enum(['gone', 'failing']) }), {
    ...ofEndpoint,
    body: ({ link }) => <Action link={link} />,
  }),
  'webhook-changed': defineMail(
    onEndpoint.extend({ change: z.enum(['added', 'secret_rotated', 'enabled']) }),
    {
      ...ofEndpoint,
      body: ({ link }) => inOrder(<Action link={link} />, <Callout text="warning" />),
    },
  ),
  'traffic-hints': defineMail(
    inEnvironment.extend({
      hints: z
        .array(
          z.discriminatedUnion('kind', [
            z.object({ kind: z.literal('token_per_call'), wasted: count }),
            z.object({ kind: z.literal('wrong_environment'), calls: count }),
            z.object({ kind: z.literal('secret_retires'), at: instant }),
            z.object({ kind: z.literal('limit_near'), minutes: count, peak: count, limit: count }),
          ]),
        )
        .min(1),
      settingsLink: link,
    }),
    {
      because: 'hints',
      body: ({ hints, link, settingsLink }, { say }) =>
        inOrder(
          <List items={hints.map((hint) => say(hint.kind, hint))} />,
          <Action link={link} />,
          <SecondAction link={settingsLink} text="settings" />,
        ),
    },
  ),
}

const environment = () => 'production' as const
const kindOf = (props: { revision?: boolean }) => (props.revision ? 'revision' : 'application')

export const validationMails = {
  'validation-submitted': defineMail(onApplication.extend({ promisedBy: instant.optional(), timeZone }), {
    environment,
    body: ({ promisedBy, link }) =>
      inOrder(promisedBy && <Paragraph text="promise" />, <Paragraph text="next" />, <Action link={link} />),
  }),
  'validation-changes-requested': defineMail(
    onApplication.extend({ reason: nonEmpty, revision, documents: documents.optional() }),
    {
      environment,
      variant: kindOf,
      body: ({ link, ...comments }) => inOrder(<Comments {...comments} />, <Action link={link} />),
    },
  ),
  'validation-message': defineMail(onApplication.extend({ body: nonEmpty, fromReviewer: z.boolean() }), {
    because: 'validation',
    environment,
    variant: ({ fromReviewer }) => (fromReviewer ? 'reviewer' : 'developer'),
    body: ({ body, link }) => inOrder(<Quote from="from" text={body} />, <Action link={link} />),
  }),
  'validation-rejected': defineMail(onApplication.extend({ reason: nonEmpty, revision }), {
    environment,
    variant: kindOf,
    body: ({ revision, reason, link }) =>
      inOrder(<Reason text={reason} />, !revision && <Paragraph text="sandbox" />, <Action link={link} />),
  }),
  'validation-approved': defineMail(
    onApplication.extend({ authUrl: link, baseUrl: link, clientId: nonEmpty }),
    {
      environment,
      body: ({ clientId, authUrl, baseUrl, link }, { say }) =>
        inOrder(
          <Receipt
            title="receipt"
            rows={{ token: say('issued'), response: say('unknown'), credentials: say('proven') }}
          />,
          <Action link={link} text="openApplication" />,
          <Details rows={{ clientId, authUrl, baseUrl }} code={['clientId', 'authUrl', 'baseUrl']} />,
          <SmallPrint text="secret" />,
        ),
    },
  ),
  'revision-approved': defineMail(onApplication, {
    environment,
    body: ({ link }) => <Action link={link} />,
  }),
}
