'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, pressForm } from '@/app/_request/action'
import { requireDeveloper } from '@/app/_request/session'
import { acceptTeamInvitation, declineTeamInvitation } from '@/lib/applications/join'
import { subjectPath } from '@/lib/applications/subject'

const errors = { not_found: 'invitation_gone', decided: 'decided' } as const

/** Accepts or declines an invitation to the signed-in developer's own address; others are not found. */
export async function answerInvitation(
  invitationId: string,
  what: 'accept' | 'decline',
  _state: FormState,
  form: FormData,
): Promise<FormState> {
  const { actor } = await requireDeveloper()
  const messages = 'team.errors'
  return pressForm(form, async () => {
    const command = what === 'accept' ? acceptTeamInvitation : declineTeamInvitation
    const result = await command(invitationId, actor)
    if (!result.ok) return { error: (await getTranslations(messages))(errors[result.reason]) }
    redirect(
      what === 'accept' ? `${subjectPath(result.value)}/team?done=joined` : '/applications?done=declined',
    )
  })
}
