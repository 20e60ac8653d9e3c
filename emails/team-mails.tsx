import { z } from 'zod'
import {
  count,
  defineMail,
  documents,
  inOrder,
  instant,
  nonEmpty,
  onOrganisation,
  onSubject,
  revision,
  timeZone,
} from './define-mail'
import { Action, Callout, Comments, Paragraph, Reason, SmallPrint } from './parts'

const because = 'organisation'
const withReason = onOrganisation.extend({ reason: nonEmpty })

function decided({ reason, link }: z.output<typeof withReason>) {
  return inOrder(<Reason text={reason} />, <Action link={link} text="openOrganisation" />)
}

export const organisationMails = {
  'organisation-submitted': defineMail(onOrganisation.extend({ promisedBy: instant, timeZone }), {
    because,
    body: ({ link }) =>
      inOrder(
        <Paragraph text="promise" />,
        <Paragraph text="next" />,
        <Action link={link} text="openOrganisation" />,
      ),
  }),
  'organisation-decided': defineMail(
    onOrganisation.extend({
      outcome: z.enum(['verified', 'changes_requested', 'rejected']),
      revision,
      reason: nonEmpty.optional(),
      documents: documents.optional(),
    }),
    {
      because,
      variant: ({ outcome }) => outcome,
      body: ({ outcome, revision, link, ...comments }) =>
        inOrder(
          revision && outcome !== 'verified' && <Paragraph text="revision" />,
          <Comments {...comments} />,
          <Action link={link} text="openOrganisation" />,
        ),
    },
  ),
  'organisation-document-expiring': defineMail(
    onOrganisation.extend({
      documentName: nonEmpty,
      validUntil: z.iso.date(),
      expired: z.boolean(),
      /** Whether a submission with documents that are valid is in the queue already. */
      waiting: z.boolean().optional(),
      toReviewer: z.boolean(),
    }),
    {
      because: ({ toReviewer }) => (toReviewer ? 'reviewer' : 'organisation'),
      variant: ({ expired }) => (expired ? 'expired' : 'expiring'),
      body: ({ toReviewer, waiting, expired, link }) => {
        const owner = waiting ? 'waiting' : expired ? 'replace' : 'change'
        const reviewer = waiting ? 'reviewerWaiting' : 'reviewer'
        return inOrder(
          <Paragraph text={toReviewer ? reviewer : owner} />,
          <Action link={link} text="openOrganisation" />,
        )
      },
    },
  ),
  'organisation-suspended': defineMail(withReason, { because, body: decided }),
  'organisation-reinstated': defineMail(withReason, { because, body: decided }),
}

type Subject = z.output<typeof onSubject>

const subjectOf = ({ organisation }: Subject) => (organisation ? 'organisation' : 'application')

const kinds = {
  invited: 'joined',
  joined: 'joined',
  left: 'left',
  removed: 'left',
  suspended: 'left',
  made_owner: 'owner',
  handed_over: 'owner',
  appointed: 'owner',
} as const

const changes = Object.keys(kinds) as (keyof typeof kinds)[]

export const teamMails = {
  'application-shared': defineMail(
    onSubject.extend({
      inviterEmail: nonEmpty,
      inviterName: nonEmpty.optional(),
      role: z.enum(['member', 'owner']),
      days: count,
    }),
    {
      because: 'invitation',
      variant: subjectOf,
      body: ({ role, link }) =>
        inOrder(
          <Paragraph text={role} />,
          <Action link={link} />,
          <SmallPrint text="validity" />,
          <SmallPrint text="ignore" />,
        ),
    },
  ),
  'ownership-given': defineMail(
    onSubject.extend({ how: z.enum(['made', 'handed_over', 'inherited', 'appointed']) }),
    {
      because: subjectOf,
      variant: ({ how }) => how,
      body: ({ organisation, link }) =>
        inOrder(
          <Paragraph text={organisation ? 'organisationRights' : 'rights'} />,
          <Paragraph text={organisation ? 'organisationAdvice' : 'advice'} />,
          <Action link={link} text={organisation ? 'openOrganisation' : 'openApplication'} />,
        ),
    },
  ),
  'team-changed': defineMail(
    onSubject.extend({
      change: z.enum(changes),
      /** Of an invitation. */
      role: z.enum(['member', 'owner']).optional(),
      personEmail: nonEmpty,
      personName: nonEmpty.optional(),
    }),
    {
      because: subjectOf,
      variant: ({ change }) => change,
      body: ({ change, role, organisation, link }) =>
        inOrder(
          role && <Paragraph text={role} />,
          kinds[change] === 'left' && <Callout text={organisation ? 'organisationSecret' : 'secret'} />,
          <Action link={link} />,
          kinds[change] !== 'left' && <Callout text="warning" />,
        ),
    },
  ),
  'team-removed': defineMail(onSubject.extend({ left: z.boolean().optional() }), {
    because: (props) => (subjectOf(props) === 'organisation' ? 'formerMember' : 'removedMember'),
    variant: (props) => (props.left ? 'left' : subjectOf(props)),
    body: ({ link }) => inOrder(<Paragraph text="rest" />, <Action link={link} />),
  }),
}
