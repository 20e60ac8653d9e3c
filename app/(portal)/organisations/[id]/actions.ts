'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, press } from '@/app/_request/action'
import { closeOwnOrganisation } from '@/lib/lifecycle/close-organisation'
import { moveIntoOrganisation } from '@/lib/lifecycle/move-into-organisation'
import { requireOrganisation } from './page-data'

/** Moves one of the developer's personal applications into the organisation. */
export async function moveIn(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { developer } = await requireOrganisation(id, 'applications')
  return press(form, async () => {
    const result = await moveIntoOrganisation(String(form.get('applicationId')), id, developer.actor)
    if (!result.ok) return { error: (await getTranslations('organisations.applications'))(result.reason) }
    redirect(`/organisations/${id}?done=moved`)
  })
}

export async function close(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { developer } = await requireOrganisation(id, 'delete')
  return press(form, async () => {
    const result = await closeOwnOrganisation(id, developer.actor)
    if (!result.ok) return { error: (await getTranslations('organisations.errors'))(result.reason) }
    redirect('/organisations?done=closed')
  })
}
