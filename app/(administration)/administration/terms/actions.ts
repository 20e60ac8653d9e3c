'use server'

import { formAction } from '@/app/_request/form-action'
import { previewing } from '@/app/_request/publish-form'
import { forceNavigation } from '@/app/_request/return-path'
import { publishTerms, remindUnaccepting } from '@/lib/terms/terms'

const page = '/administration/terms'
const messages = 'administration.terms.errors'

/** Previews terms in the form itself, and publishes them from there. */
export const publishDraft = formAction(publishTerms, {
  ...previewing,
  messages,
  question: { title: 'administration.terms.questions.publish' },
  to: () => forceNavigation(`${page}?done=published`),
})

export const remindPeople = formAction(remindUnaccepting, {
  messages,
  question: { title: 'administration.terms.questions.remind' },
  to: (people) => `${page}?done=${people > 0 ? 'reminded' : 'noneReminded'}`,
})
