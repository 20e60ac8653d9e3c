'use server'

import { redirect } from 'next/navigation'
import { formAction } from '@/app/_request/form-action'
import { getLocale } from '@/i18n/current-locale'
import { localised } from '@/lib/translations'
import {
  findReasonTemplate,
  removeReasonTemplate,
  saveReasonTemplate,
} from '@/lib/validation/reason-templates'

const page = '/review/templates'
const messages = 'review.templates.errors'

export const saveTemplate = formAction(saveReasonTemplate, {
  messages,
  question: { title: 'review.questions.saveTemplate' },
  to: () => `${page}?done=saved`,
  stays: true,
})

export const removeTemplate = formAction<typeof removeReasonTemplate, [id: string]>(removeReasonTemplate, {
  messages,
  question: {
    title: 'review.questions.removeTemplate',
    warning: 'review.questions.removeTemplateWarning',
    async values({ bound: [id] }) {
      const template = await findReasonTemplate(id)
      return { name: template ? localised(template, 'label', await getLocale()) : '' }
    },
  },
  to: () => `${page}?done=removed`,
  refuse: () => redirect(`${page}?done=removed`),
})
