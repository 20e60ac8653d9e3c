'use server'

import { getTranslations } from 'next-intl/server'
import { formAction } from '@/app/_request/form-action'
import { changeAccess } from '@/lib/validation/account-access'

export const saveAccess = formAction<typeof changeAccess, [id: string]>(changeAccess, {
  messages: 'review.errors',
  question: { title: 'review.questions.changeAccess' },
  refuse: async ({ reason }) => ({
    error: (await getTranslations('administration.errors'))(reason as 'not_found'),
  }),
  to: (_, { bound: [id] }) => `/administration/applications/${encodeURIComponent(id)}?done=access`,
})
