'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, requireSameOrigin, submit } from '@/app/_request/action'
import { requireAdministrator } from '@/app/_request/session'
import { removeReasonTemplate, saveReasonTemplate } from '@/lib/validation/reason-templates'
import type { Administrator } from '@/lib/validation/requirements'
import { reasonTemplateSchema } from '@/lib/validation/schema'

export async function save(_state: FormState, form: FormData): Promise<FormState> {
  const administrator = await requireAdministratorActor()
  return submit(form, reasonTemplateSchema, 'review.templates.errors', async (input) => {
    const result = await saveReasonTemplate(input, administrator)
    if (!result.ok) return { error: (await getTranslations('review.templates.errors'))(result.reason) }
    redirect('/review/templates?done=saved')
  })
}

export async function remove(id: string): Promise<void> {
  await requireSameOrigin()
  const administrator = await requireAdministratorActor()
  await removeReasonTemplate(id, administrator)
  redirect('/review/templates?done=removed')
}

async function requireAdministratorActor(): Promise<Administrator> {
  return { id: (await requireAdministrator()).id, role: 'administrator' }
}
