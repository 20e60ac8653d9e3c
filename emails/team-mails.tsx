import { z } from 'zod'
import { defineMail, inOrder } from './define-mail'
import { Action, Callout, Paragraph, SmallPrint } from './parts'
import { count, nonEmpty, onSubject } from './props'

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
