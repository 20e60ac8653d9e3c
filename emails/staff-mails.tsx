import { z } from 'zod'
import {
  defineMail,
  hours,
  inOrder,
  instant,
  link,
  nonEmpty,
  onApplication,
  onSubject,
  timeZone,
} from './define-mail'
import { oneLine } from './format'
import { Action, Details, Paragraph, Quote, SecondAction, SmallPrint } from './parts'

/** To reviewers and administrators; announcements by them are to everyone. */
export const staffMails = {
  'approval-requested': defineMail(z.object({ personEmail: nonEmpty, link }), {
    because: 'administrator',
    body: ({ link }, { shown }) =>
      inOrder(<Details rows={{ address: shown.person }} />, <Action link={link} />),
  }),
  'reviewer-invitation': defineMail(
    z.object({
      link,
      hours,
      role: z.enum(['reviewer', 'administrator']),
      /** Whether the link's page offers a new one once it has expired. */
      renewable: z.boolean().optional(),
    }),
    {
      because: 'invitation',
      variant: ({ role }) => role,
      body: ({ link, renewable }) =>
        inOrder(
          <Paragraph text="next" />,
          <Action link={link} />,
          <SmallPrint text={renewable ? 'renewal' : 'expiry'} />,
        ),
    },
  ),
  'submission-received': defineMail(
    onSubject.extend({
      developerEmail: nonEmpty,
      developerName: nonEmpty.optional(),
      resubmitted: z.boolean(),
      dueAt: instant.optional(),
      timeZone,
    }),
    {
      because: 'reviewer',
      environment: ({ organisation }) => (organisation ? undefined : 'production'),
      variant: ({ resubmitted, organisation }) =>
        resubmitted ? 'again' : organisation ? 'organisation' : 'first',
      body: ({ link }, { shown }) =>
        inOrder(<Details rows={{ developer: shown.developer, due: shown.dueAt }} />, <Action link={link} />),
    },
  ),
  'submissions-overdue': defineMail(
    z.object({
      submissions: z.array(onApplication.extend({ dueAt: instant })).min(1),
      queueLink: link,
      timeZone,
    }),
    {
      because: 'reviewer',
      environment: () => 'production',
      body: ({ submissions, queueLink, timeZone }) =>
        inOrder(
          <Action link={queueLink} />,
          submissions.map(({ link, ...submission }) => (
            <SecondAction key={link} link={link} text="submission" of={{ ...submission, timeZone }} />
          )),
        ),
    },
  ),
  'operator-alert': defineMail(
    z.union([
      z.object({
        alert: z.enum(['account_enumeration', 'proof_failed', 'other']),
        applicationName: nonEmpty,
        detail: nonEmpty,
        link,
      }),
      // Queued by releases before the texts moved into the mail; the outbox may still hold some.
      z.object({ title: nonEmpty, body: nonEmpty, link }),
    ]),
    {
      // Everyone who reviews gets this one.
      because: (props) => ('alert' in props && props.alert === 'proof_failed' ? 'reviewer' : 'administrator'),
      variant: (props) => ('alert' in props ? props.alert : 'stored'),
      body: (props, { say }) =>
        inOrder(
          <Quote from="details" text={'alert' in props ? say('body') : props.body} />,
          <Action link={props.link} />,
        ),
    },
  ),
  announcement: defineMail(
    z.object({
      kind: z.enum(['maintenance', 'incident', 'change', 'deprecation']),
      title: nonEmpty,
      text: nonEmpty,
      from: instant,
      to: instant.optional(),
      /** Of a deprecation: method and path, and the date. */
      endpoint: nonEmpty.optional(),
      sunset: z.iso.date().optional(),
      link,
    }),
    {
      because: 'account',
      variant: ({ kind }) => kind,
      preview: ({ text }) => oneLine(text, 120),
      body: ({ text, link }, { shown, say }) =>
        inOrder(
          <Details
            rows={{
              kind: say('kinds'),
              from: shown.from,
              to: shown.to,
              endpoint: shown.endpoint,
              sunset: shown.sunset,
            }}
            code={['endpoint']}
          />,
          <Quote from="text" text={text} />,
          <Action link={link} />,
        ),
    },
  ),
}
