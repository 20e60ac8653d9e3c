'use server'

import { refresh } from 'next/cache'
import { getTranslations } from 'next-intl/server'
import { formAction } from '@/app/_request/form-action'
import { deleteApplication } from '@/lib/lifecycle/delete-application'

const messages = 'applications.errors'

export const removeApplication = formAction<typeof deleteApplication, [id: string]>(deleteApplication, {
  messages,
  question: { title: 'applications.questions.delete' },
  async refuse({ reason }) {
    if (reason !== 'name_mismatch') return undefined
    // It may have become active since the form was rendered, without the field.
    refresh()
    return { errors: { name: (await getTranslations(messages))(reason) } }
  },
  to: '/applications?done=deleted',
})
