'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, submitForm } from '@/app/_request/action'
import { changeOrganisation } from '@/lib/organisations/commands'
import { organisationSchema } from '@/lib/organisations/schema'
import { requireOrganisation } from '../page-data'

const messages = 'organisations.errors'

export async function saveOrganisation(id: string, _state: FormState, form: FormData) {
  const { developer } = await requireOrganisation(id, 'edit')
  return submitForm(form, organisationSchema, messages, async (record) => {
    const result = await changeOrganisation(id, record, developer.actor)
    if (!result.ok) return { error: (await getTranslations(messages))(result.reason) }
    redirect(`/organisations/${id}?done=${result.value.proposed ? 'proposed' : 'changed'}`)
  })
}
