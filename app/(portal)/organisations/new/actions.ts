'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, submitForm } from '@/app/_request/action'
import { requireDeveloper } from '@/app/_request/session'
import { getSettings } from '@/lib/env'
import { createOrganisation } from '@/lib/lifecycle/create-organisation'
import { organisationSchema } from '@/lib/organisations/schema'

const messages = 'organisations.errors'

export async function createOwnOrganisation(_state: FormState, form: FormData) {
  const { actor } = await requireDeveloper()
  return submitForm(form, organisationSchema, messages, async (input) => {
    const result = await createOrganisation(input, actor)
    if (result.ok) redirect(`/organisations/${result.value.id}`)
    const t = await getTranslations(messages)
    return { error: t('too_many_drafts', { limit: getSettings().DEVELOPER_MAX_DRAFTS }) }
  })
}
