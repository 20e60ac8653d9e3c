'use server'

import { notFound, redirect } from 'next/navigation'
import { type FormState, requireForm, requireTexts, submitForm } from '@/app/_request/action'
import { moveApplication } from '@/app/_request/move-application'
import { requireDeveloper } from '@/app/_request/session'
import { changeApplicationDetails } from '@/lib/applications/commands'
import { applicationDetailsSchema } from '@/lib/applications/schema'

export async function saveDetails(id: string, _state: FormState, form: FormData) {
  const developer = await requireDeveloper()
  return submitForm(form, applicationDetailsSchema, 'applications.errors', async (details) => {
    const result = await changeApplicationDetails(id, details, developer.actor)
    if (!result.ok) notFound()
    redirect(`/applications/${id}/edit?done=saved`)
  })
}

/** Moves a personal application into one of the developer's organisations. */
export async function moveToOrganisation(id: string, _state: FormState, form: FormData) {
  requireTexts(id)
  const developer = await requireDeveloper()
  const act = { developer, act: 'details.moveToOrganisation' } as const
  return moveApplication(act, form, id, String(requireForm(form).get('organisationId')))
}
