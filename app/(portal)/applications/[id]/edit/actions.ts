'use server'

import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { conclude, type FormState, press, submit } from '@/app/_request/action'
import { requireDeveloper } from '@/app/_request/session'
import { changeApplicationDetails } from '@/lib/applications/commands'
import { applicationDetailsSchema } from '@/lib/applications/schema'
import { moveIntoOrganisation } from '@/lib/lifecycle/move-into-organisation'

export async function saveDetails(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const developer = await requireDeveloper()
  return submit(form, applicationDetailsSchema, 'applications.errors', async (details) => {
    const result = await changeApplicationDetails(id, details, developer.actor)
    if (!result.ok) notFound()
    redirect(`/applications/${id}?done=saved`)
  })
}

/** Moves a personal application into one of the developer's organisations. */
export async function moveTo(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { actor } = await requireDeveloper()
  return press(form, async () => {
    const organisationId = String(form.get('organisationId'))
    const result = await moveIntoOrganisation(id, organisationId, actor)
    const t = await getTranslations('organisations.applications')
    return conclude(
      result,
      async (reason) => ({ error: t(reason) }),
      `/organisations/${organisationId}?done=moved`,
    )
  })
}
