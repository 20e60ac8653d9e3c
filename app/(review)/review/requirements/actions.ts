'use server'

import { redirect } from 'next/navigation'
import { formAction } from '@/app/_request/form-action'
import { withQuery } from '@/components/query'
import { readDocumentName } from '@/lib/documents/name'
import {
  moveRequirement,
  retireRequirement,
  saveRequirement,
  setTemplate,
} from '@/lib/validation/requirements'

const page = '/review/requirements'
const messages = 'review.requirements.errors'

export const saveDocumentRequirement = formAction(saveRequirement, {
  messages,
  question: { title: 'review.questions.saveRequirement' },
  to: () => `${page}?done=saved`,
  stays: true,
})

type Retiring = [id: string, what: string]

export const retireDocumentRequirement = formAction<typeof retireRequirement, Retiring>(retireRequirement, {
  messages,
  fields: ({ bound: [, what] }) => ({ retired: { retire: true, reinstate: false }[what] }),
  question: { title: 'review.questions.retireRequirement' },
  to: () => `${page}?done=saved`,
  refuse: ({ reason }) => redirect(withQuery(page, { refused: reason })),
})

export const shiftDocumentRequirement = formAction<typeof moveRequirement, [id: string, direction: string]>(
  moveRequirement,
  {
    messages,
    fields: ({ bound: [, direction] }) => ({ direction }),
    question: { title: 'review.questions.moveRequirement' },
    to: page,
    refuse: () => redirect(page),
  },
)

export const changeTemplate = formAction<typeof setTemplate, [id: string]>(setTemplate, {
  messages,
  fields: async ({ form }) => ({
    template: form.get('intent') === 'remove' ? null : await readTemplate(form.get('template')),
  }),
  question: { title: 'review.questions.changeTemplate' },
  to: (_, { bound: [id] }) => `${page}/${id}?done=saved`,
})

async function readTemplate(file: FormDataEntryValue | null) {
  if (!(file instanceof File)) return { name: '', bytes: new Uint8Array() }
  const name = readDocumentName(file.name)
  return { name: name.ok ? name.name : 'template', bytes: new Uint8Array(await file.arrayBuffer()) }
}
