'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, requireSameOrigin, submit } from '@/app/_request/action'
import { requireActor } from '@/app/_request/admin-action'
import { removeReasonTemplate, saveReasonTemplate } from '@/lib/validation/reason-templates'
import { reasonTemplateSchema } from '@/lib/validation/schema'

export async function save(_state: FormState, form: FormData): Promise<FormState> {
  const { actor } = await requireActor()
  return submit(form, reasonTemplateSchema, 'review.templates.errors', async (input) => {
    const result = await saveReasonTemplate(input, actor)
    if (!result.ok) return { error: (await getTranslations('review.templates.errors'))(result.reason) }
    redirect('/review/templates?done=saved')
  })
}

export async function remove(id: string): Promise<void> {
  await requireSameOrigin()
  const { actor } = await requireActor()
  await removeReasonTemplate(id, actor)
  redirect('/review/templates?done=removed')
}
