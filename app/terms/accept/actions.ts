'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, submitForm } from '@/app/_request/action'
import { returnPath } from '@/app/_request/return-path'
import { requireAccountHolder } from '@/app/_request/session'
import { acceptTerms } from '@/lib/terms/commands'
import { acceptanceSchema } from '@/lib/terms/schema'

export async function acceptCurrentTerms(_state: FormState, form: FormData) {
  const { actor } = await requireAccountHolder()
  return submitForm(form, acceptanceSchema, 'terms.errors', async ({ next, ...acceptance }) => {
    const result = await acceptTerms(acceptance, actor)
    if (result.ok) redirect(returnPath(next))
    // The page shows the newer version.
    refresh()
    return { error: (await getTranslations('terms.errors'))('newer'), values: {} }
  })
}
