'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, pressForm, submitForm } from '@/app/_request/action'
import { confirmed } from '@/app/_request/confirmed'
import { findPreviewed, leadToPreview } from '@/app/_request/preview'
import { forceNavigation } from '@/app/_request/return-path'
import { requireAdministrator } from '@/app/_request/session'
import { now } from '@/lib/clock'
import { publishTerms, remindUnaccepting, undoTerms } from '@/lib/terms/commands'
import { termsSchema } from '@/lib/terms/schema'

const page = '/administration/terms'
const messages = 'administration.terms.errors'

/** Leads to the preview, where {@link publishPreviewed} is. */
export async function previewDraft(_state: FormState, form: FormData): Promise<FormState> {
  const administrator = await requireAdministrator()
  return submitForm(form, termsSchema, messages, async ({ effectiveFrom }) => {
    if (effectiveFrom < new Date(now().toISOString().slice(0, 10)))
      return { errors: { effectiveFrom: (await getTranslations(messages))('past') } }
    return leadToPreview(administrator, page, form)
  })
}

/** What the preview showed. */
export async function publishPreviewed(shown: string, _state: FormState, form: FormData): Promise<FormState> {
  const developer = await requireAdministrator()
  return pressForm(form, async () => {
    const t = await getTranslations(messages)
    const { id, fields } = await findPreviewed(developer, page)
    if (id !== shown) return { error: (await getTranslations('acts'))('changed') }
    const input = termsSchema.safeParse(fields)
    if (!input.success) return { error: t('text_required') }
    return confirmed({ developer, act: 'terms.publishPreviewed', about: [] }, form, async () => {
      const result = await publishTerms(input.data, developer.actor)
      return result.ok ? redirect(page) : { error: t(result.reason) }
    })
  })
}

/** Within ten seconds, before anyone has seen it. */
export async function undoPublished(
  requestKey: string,
  _state: FormState,
  form: FormData,
): Promise<FormState> {
  const { actor } = await requireAdministrator()
  return pressForm(form, async () => {
    const result = await undoTerms(requestKey, actor)
    if (result.ok) redirect(forceNavigation(`${page}?done=undone`))
    return { error: (await getTranslations(messages))(result.reason) }
  })
}

export async function remindPeople(_state: FormState, form: FormData): Promise<FormState> {
  const developer = await requireAdministrator()
  return pressForm(form, () =>
    confirmed({ developer, act: 'terms.remindPeople', about: [] }, form, async () => {
      const result = await remindUnaccepting(developer.actor)
      if (result.ok) redirect(`/administration/terms?done=${result.value > 0 ? 'reminded' : 'noneReminded'}`)
      return { error: (await getTranslations(messages))(result.reason) }
    }),
  )
}
