'use server'

import { getTranslations } from 'next-intl/server'
import { formAction, type Posted } from '@/app/_request/form-action'
import { withQuery } from '@/components/query'
import * as invite from '@/lib/applications/invite'
import * as join from '@/lib/applications/join'
import { subjectPath, type TeamResource } from '@/lib/applications/subject'
import * as team from '@/lib/applications/team'
import { listTeam } from '@/lib/applications/team-members'

const messages = 'team.errors'

type Id = [id: string]
type Member = [id: string, memberId: string]

/** Shows the same for every address, with or without an account. */
export const inviteMember = formAction<typeof invite.inviteToTeam, Id>(invite.inviteToTeam, {
  messages,
  question: { title: 'team.questions.invite', values: ({ input: { email } }) => ({ email }) },
  async refuse(refusal) {
    if (refusal.reason !== 'on_team') return undefined
    return { errors: { email: (await getTranslations(messages))('on_team') } }
  },
  to: ({ subject }) => teamPage(subject, 'invited'),
})

export const revokeInvitation = formAction<
  typeof invite.revokeInvitation,
  [id: string, invitationId: string]
>(invite.revokeInvitation, {
  messages,
  fields: ({ bound: [, invitationId] }) => ({ invitationId }),
  to: (subject) => teamPage(subject, 'revoked'),
})

export const removeMember = formAction<typeof team.removeMember, Member>(team.removeMember, {
  ...onMember('remove'),
  to: (subject) => teamPage(subject, 'removed'),
})

export const makeOwner = formAction<typeof team.makeOwner, Member>(team.makeOwner, {
  ...onMember('makeOwner'),
  to: (subject) => teamPage(subject, 'made_owner'),
})

export const handOver = formAction<typeof team.handOver, Member>(team.handOver, {
  ...onMember('handOver'),
  to: (subject) => teamPage(subject, 'handed_over'),
})

export const leaveTeam = formAction<typeof team.leaveTeam, Id>(team.leaveTeam, {
  messages,
  question: { title: 'team.questions.leave', warning: 'team.questions.leaveWarning' },
  to: ({ type }) => `/${type}s?done=left`,
})

export const acceptInvitation = formAction<typeof join.acceptInvitation, Id>(join.acceptInvitation, {
  messages,
  question: { title: 'team.questions.join' },
  refuse: describeGone,
  to: (subject) => teamPage(subject, 'joined'),
})

export const declineInvitation = formAction<typeof join.declineInvitation, Id>(join.declineInvitation, {
  messages,
  refuse: describeGone,
  to: '/applications?done=declined',
})

/** An owner's action on another member. */
function onMember(what: 'remove' | 'makeOwner' | 'handOver') {
  return {
    messages,
    fields: ({ bound: [, memberId] }: Posted<Member>) => ({ memberId }),
    question: {
      title: `team.questions.${what}`,
      warning: 'team.questions.removeWarning',
      async values({ developer, bound: [id, memberId] }: Posted<Member>) {
        const member = (await listTeam(id, developer.id)).find((each) => each.id === memberId)
        return { email: member?.email ?? '' }
      },
    },
  }
}

/** An invitation that is gone is not the reader's mistake: no page says more about it. */
async function describeGone({ reason }: { reason: string }) {
  if (reason !== 'not_found') return undefined
  return { error: (await getTranslations(messages))('invitation_gone') }
}

function teamPage(subject: Pick<TeamResource, 'type' | 'id'>, done: string): string {
  return withQuery(`${subjectPath(subject)}/team`, { done })
}
