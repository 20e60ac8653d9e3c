'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, pressForm, submitForm } from '@/app/_request/action'
import { confirmed } from '@/app/_request/confirmed'
import { inviteToTeam, revokeTeamInvitation } from '@/lib/applications/invite'
import { teamInvitationSchema } from '@/lib/applications/schema'
import { subjectPath } from '@/lib/applications/subject'
import { requireSubject } from './subject'

const messages = 'team.errors'

/** Shows the same for every address, with or without an account. */
export async function inviteMember(id: string, _state: FormState, form: FormData) {
  const { developer, subject, asks } = await requireSubject(id, 'team')
  const page = `${subjectPath(subject)}/team`
  return submitForm(form, teamInvitationSchema, messages, (invitation) => {
    const values = { email: invitation.email }
    return confirmed(asks({ act: 'team.inviteMember', values }), form, async () => {
      const result = await inviteToTeam(id, invitation, developer.actor)
      if (result.ok) redirect(`${page}?done=invited`)
      const t = await getTranslations(messages)
      if (result.reason === 'throttled') return { error: t('throttled', { seconds: result.waitSeconds }) }
      return result.reason === 'on_team' ? { errors: { email: t('on_team') } } : { error: t(result.reason) }
    })
  })
}

export async function revokeInvitation(id: string, invitationId: string, _state: FormState, form: FormData) {
  const { developer, subject } = await requireSubject(id, 'team')
  return pressForm(form, async () => {
    const result = await revokeTeamInvitation(id, invitationId, developer.actor)
    if (!result.ok) return { error: (await getTranslations(messages))(result.reason) }
    redirect(`${subjectPath(subject)}/team?done=revoked`)
  })
}
