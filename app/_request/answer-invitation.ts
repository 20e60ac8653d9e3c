'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, pressForm } from '@/app/_request/action'
import { confirmed } from '@/app/_request/confirmed'
import { requireDeveloper } from '@/app/_request/session'
import {
  acceptTeamInvitation,
  declineTeamInvitation,
  listTeamInvitations,
  offeredBy,
} from '@/lib/applications/join'
import { subjectPath } from '@/lib/applications/subject'

const errors = { not_found: 'invitation_gone', decided: 'decided' } as const

/** Accepts or declines an invitation to the signed-in developer's own address; others are not found. */
export async function answerInvitation(
  invitationId: string,
  what: 'accept' | 'decline',
  _state: FormState,
  form: FormData,
) {
  const developer = await requireDeveloper()
  const offer = (await listTeamInvitations(developer.id)).find(({ id }) => id === invitationId)
  return pressForm(form, async () => {
    if (!offer) return refuse('not_found')
    if (what === 'decline') {
      const result = await declineTeamInvitation(invitationId, developer.actor)
      return result.ok ? redirect('/applications?done=declined') : refuse(result.reason)
    }
    const about = [offeredBy(offer)]
    const sandbox = offer.application?.environment === 'sandbox'
    const act = { developer, act: 'teamInvitation.answerInvitation', about, sandbox } as const
    return confirmed(act, form, async () => {
      const result = await acceptTeamInvitation(invitationId, developer.actor)
      return result.ok ? redirect(`${subjectPath(result.value)}/team?done=joined`) : refuse(result.reason)
    })
  })
}

async function refuse(reason: keyof typeof errors): Promise<FormState> {
  return { error: (await getTranslations('team.errors'))(errors[reason]) }
}
