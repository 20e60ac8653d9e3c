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
): Promise<FormState> {
  const developer = await requireDeveloper()
  const offer = (await listTeamInvitations(developer.id)).find(({ id }) => id === invitationId)
  const subject = offer && offeredBy(offer)
  const act = subject && {
    developer,
    act: 'teamInvitation.answerInvitation' as const,
    about: [{ type: subject.type, id: subject.id }],
    sandbox: offer.application?.environment === 'sandbox',
  }
  return pressForm(form, () =>
    confirmed((what === 'accept' && act) || null, form, async () => {
      const command = what === 'accept' ? acceptTeamInvitation : declineTeamInvitation
      const result = await command(invitationId, developer.actor)
      if (!result.ok) return { error: (await getTranslations('team.errors'))(errors[result.reason]) }
      return redirect(
        what === 'accept' ? `${subjectPath(result.value)}/team?done=joined` : '/applications?done=declined',
      )
    }),
  )
}
