'use server'

import { notFound, redirect } from 'next/navigation'
import { type FormState, submit } from '@/app/_request/action'
import { requireDeveloper } from '@/app/_request/session'
import { changeApplicationDetails } from '@/lib/applications/commands'
import { applicationDetailsSchema } from '@/lib/applications/schema'

export async function saveDetails(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const developer = await requireDeveloper()
  return submit(form, applicationDetailsSchema, 'applications.errors', async (details) => {
    const result = await changeApplicationDetails(id, details, developer.actor)
    if (!result.ok) notFound()
    redirect(`/applications/${id}?done=saved`)
  })
}
