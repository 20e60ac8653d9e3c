'use server'

import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { type FormState, pressForm, submitForm } from '@/app/_request/action'
import { requireActor } from '@/app/_request/admin-action'
import { confirmed } from '@/app/_request/confirmed'
import { localised } from '@/i18n/locale'
import {
  listReasonTemplates,
  removeReasonTemplate,
  saveReasonTemplate,
} from '@/lib/validation/reason-templates'
import { reasonTemplateSchema } from '@/lib/validation/schema'

export async function saveTemplate(_state: FormState, form: FormData) {
  const { administrator: developer, actor } = await requireActor()
  const act = { developer, act: 'templates.saveTemplate', about: [] } as const
  return submitForm(form, reasonTemplateSchema, 'review.templates.errors', (input) =>
    confirmed(act, form, async () => {
      const result = await saveReasonTemplate(input, actor)
      if (!result.ok) return { error: (await getTranslations('review.templates.errors'))(result.reason) }
      redirect('/review/templates?done=saved')
    }),
  )
}

export async function removeTemplate(id: string, _state: FormState, form: FormData) {
  const { administrator: developer, actor } = await requireActor()
  const template = (await listReasonTemplates()).find((each) => each.id === id)
  const name = template && localised(template, 'label', await getLocale())
  const about = [{ type: 'reason_template', id }] as const
  const act = { developer, act: 'templates.removeTemplate', about } as const
  return pressForm(form, () =>
    confirmed(name ? { ...act, values: { name } } : null, form, async () => {
      await removeReasonTemplate(id, actor)
      redirect('/review/templates?done=removed')
    }),
  )
}
