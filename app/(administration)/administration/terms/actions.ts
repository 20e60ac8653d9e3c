'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, press, submit } from '@/app/_request/action'
import { requireAdministrator } from '@/app/_request/session'
import { publishTerms, remindUnaccepting } from '@/lib/terms/commands'
import { termsSchema } from '@/lib/terms/schema'

const messages = 'administration.terms.errors'

export async function publish(_state: FormState, form: FormData): Promise<FormState> {
  const { actor } = await requireAdministrator()
  return submit(form, termsSchema, messages, async (input) => {
    const result = await publishTerms(input, actor)
    if (result.ok) redirect('/administration/terms?done=published')
    return { errors: { effectiveFrom: (await getTranslations(messages))(result.reason) } }
  })
}

export async function remind(_state: FormState, form: FormData): Promise<FormState> {
  const { actor } = await requireAdministrator()
  return press(form, async () => {
    const result = await remindUnaccepting(actor)
    if (result.ok) redirect(`/administration/terms?done=${result.value > 0 ? 'reminded' : 'noneReminded'}`)
    return { error: (await getTranslations(messages))(result.reason) }
  })
}
