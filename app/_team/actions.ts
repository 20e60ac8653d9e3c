'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, press, submit } from '@/app/_request/action'
import { keepDraft } from '@/app/_request/draft'
import { requireConfirmation } from '@/app/_request/session'
import { inviteToTeam, revokeTeamInvitation } from '@/lib/applications/invite'
import { teamInvitationSchema } from '@/lib/applications/schema'
import { subjectPath } from '@/lib/applications/subject'
import { requireSubject } from './subject'

const messages = 'team.errors'

/** Shows the same for every address, with or without an account. */
export async function invite(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { developer, path } = await requireConfirmedOwner(id, form)
  return submit(form, teamInvitationSchema, messages, async (invitation) => {
    const result = await inviteToTeam(id, invitation, developer.actor)
    if (result.ok) redirect(`${path}?done=invited`)
    const t = await getTranslations(messages)
    if (result.reason === 'throttled') return { error: t('throttled', { seconds: result.waitSeconds }) }
    return result.reason === 'on_team' ? { errors: { email: t('on_team') } } : { error: t(result.reason) }
  })
}

export async function revoke(
  id: string,
  invitationId: string,
  _state: FormState,
  form: FormData,
): Promise<FormState> {
  const { developer, subject } = await requireSubject(id, 'team')
  return press(form, async () => {
    const result = await revokeTeamInvitation(id, invitationId, developer.actor)
    if (!result.ok) return { error: (await getTranslations(messages))(result.reason) }
    redirect(`${subjectPath(subject)}/team?done=revoked`)
  })
}

async function requireConfirmedOwner(id: string, form: FormData) {
  const { developer, subject, confirmed } = await requireSubject(id, 'team')
  const path = `${subjectPath(subject)}/team`
  if (confirmed) {
    await keepDraft(developer, path, form)
    requireConfirmation(developer, path)
  }
  return { developer, path }
}
