'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, pressForm } from '@/app/_request/action'
import { confirmed } from '@/app/_request/confirmed'
import { publishForm } from '@/app/_request/publish-form'
import { forceNavigation } from '@/app/_request/return-path'
import { requireAdministrator } from '@/app/_request/session'
import { now } from '@/lib/clock'
import { publishTerms, remindUnaccepting } from '@/lib/terms/commands'
import { termsSchema } from '@/lib/terms/schema'

const page = '/administration/terms'
const messages = 'administration.terms.errors'

/** Previews terms in the form itself, and publishes them from there. */
export async function publishDraft(_state: FormState, form: FormData) {
  const developer = await requireAdministrator()
  const today = new Date(now().toISOString().slice(0, 10))
  const past = { path: ['effectiveFrom'], message: 'past' }
  const schema = termsSchema.refine(({ effectiveFrom }) => effectiveFrom >= today, past)
  const act = { developer, act: 'terms.publishDraft', about: [] } as const
  return publishForm(act, form, schema, messages, async (input) => {
    const result = await publishTerms(input, developer.actor)
    if (result.ok) redirect(forceNavigation(`${page}?done=published`))
    return { error: (await getTranslations(messages))(result.reason) }
  })
}

export async function remindPeople(_state: FormState, form: FormData) {
  const developer = await requireAdministrator()
  return pressForm(form, () =>
    confirmed({ developer, act: 'terms.remindPeople', about: [] }, form, async () => {
      const result = await remindUnaccepting(developer.actor)
      if (result.ok) redirect(`/administration/terms?done=${result.value > 0 ? 'reminded' : 'noneReminded'}`)
      return { error: (await getTranslations(messages))(result.reason) }
    }),
  )
}
