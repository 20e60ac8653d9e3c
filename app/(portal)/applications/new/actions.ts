'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, submitForm } from '@/app/_request/action'
import { requireDeveloper } from '@/app/_request/session'
import { openingPath } from '@/components/application-pages'
import { newApplicationSchema } from '@/lib/applications/schema'
import { getSettings } from '@/lib/env'
import { createProductionApplication, createSandboxApplication } from '@/lib/lifecycle/create-application'

export async function createApplication(_state: FormState, form: FormData) {
  const developer = await requireDeveloper()
  return submitForm(form, newApplicationSchema, 'applications.errors', async (input) => {
    const create = input.environment === 'sandbox' ? createSandboxApplication : createProductionApplication
    const result = await create(input, developer.actor)
    if (!result.ok) return refuse(result.reason)
    return redirect(openingPath(result.value))
  })
}

async function refuse(
  reason: 'account_ended' | 'too_many_drafts' | 'organisation_unknown',
): Promise<FormState> {
  if (reason === 'account_ended') redirect('/sign-in')
  const t = await getTranslations('applications.errors')
  if (reason === 'organisation_unknown') return { errors: { organisationId: t(reason) } }
  return { errors: { environment: t(reason, { limit: getSettings().DEVELOPER_MAX_DRAFTS }) } }
}
