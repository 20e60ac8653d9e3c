'use server'

import { getTranslations } from 'next-intl/server'
import { formAction } from '@/app/_request/form-action'
import { getSettings } from '@/lib/env'
import { createOrganisation } from '@/lib/lifecycle/create-organisation'

const messages = 'organisations.errors'

export const createOwnOrganisation = formAction(createOrganisation, {
  messages,
  to: ({ id }) => `/organisations/${id}`,
  async refuse({ reason }) {
    if (reason !== 'too_many_drafts') return undefined
    return { error: (await getTranslations(messages))(reason, { limit: getSettings().DEVELOPER_MAX_DRAFTS }) }
  },
})
