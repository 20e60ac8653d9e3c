'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, press } from '@/app/_request/action'
import { closeOwnOrganisation } from '@/lib/organisations/commands'
import { requireOrganisation } from './page-data'

export async function close(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { developer } = await requireOrganisation(id, 'delete')
  return press(form, async () => {
    const result = await closeOwnOrganisation(id, developer.actor)
    if (!result.ok) return { error: (await getTranslations('organisations.errors'))(result.reason) }
    redirect('/organisations?done=closed')
  })
}
