'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, pressForm, requireForm } from '@/app/_request/action'
import { confirmed } from '@/app/_request/confirmed'
import { moveApplication } from '@/app/_request/move-application'
import { closeOwnOrganisation } from '@/lib/lifecycle/close-organisation'
import { requireOrganisation } from './page-data'

/** Moves one of the developer's personal applications into the organisation. */
export async function moveApplicationIn(id: string, _state: FormState, form: FormData) {
  const { developer } = await requireOrganisation(id, 'applications')
  const act = { developer, act: 'ownOrganisation.moveApplicationIn' } as const
  return moveApplication(act, form, String(requireForm(form).get('applicationId')), id)
}

export async function closeOrganisation(id: string, _state: FormState, form: FormData) {
  const { developer } = await requireOrganisation(id, 'delete')
  const about = [{ type: 'organisation', id }] as const
  const act = { developer, act: 'ownOrganisation.closeOrganisation', about } as const
  return pressForm(form, () =>
    confirmed(act, form, async () => {
      const result = await closeOwnOrganisation(id, developer.actor)
      if (!result.ok) return { error: (await getTranslations('organisations.errors'))(result.reason) }
      redirect('/organisations?done=closed')
    }),
  )
}
