'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, press } from '@/app/_request/action'
import { requireConfirmation } from '@/app/_request/session'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { requireApplication } from '../page-data'

export async function removeApplication(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { developer } = await requireApplication(id, 'delete')
  requireConfirmation(developer, `/applications/${id}/delete`)
  return press(form, async () => {
    const result = await deleteApplication(id, developer.actor)
    if (result.ok) redirect('/applications')
    const t = await getTranslations('applications.errors')
    return { error: t(result.reason) }
  })
}
