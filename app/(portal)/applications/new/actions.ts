'use server'

import { getTranslations } from 'next-intl/server'
import type { FormState } from '@/app/_request/action'
import { formAction } from '@/app/_request/form-action'
import { openingPath } from '@/components/application-pages'
import { getSettings } from '@/lib/env'
import * as applications from '@/lib/lifecycle/create-application'

const messages = 'applications.errors'

export const createApplication = formAction(applications.createApplication, {
  messages,
  async refuse({ reason }): Promise<FormState | undefined> {
    const t = await getTranslations(messages)
    if (reason === 'organisation_unknown') return { errors: { organisationId: t(reason) } }
    if (reason !== 'too_many_drafts') return undefined
    return { errors: { environment: t(reason, { limit: getSettings().DEVELOPER_MAX_DRAFTS }) } }
  },
  to: openingPath,
})
