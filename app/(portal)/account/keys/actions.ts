'use server'

import { redirect } from 'next/navigation'
import { formAction } from '@/app/_request/form-action'
import { requireAccountHolder } from '@/app/_request/session'
import { createAccessKey, listAccessKeys, removeAccessKey } from '@/lib/access-keys/access-key'

const page = '/account/keys'

/** Shows the key, this once. */
export const createKey = formAction<typeof createAccessKey, [], string>(createAccessKey, {
  messages: 'accessKeys.errors',
  person: requireAccountHolder,
  question: { title: 'accessKeys.questions.create', values: ({ input }) => ({ name: input.keyName }) },
  show: (value) => ({ value, values: {} }),
})

export const removeKey = formAction(removeAccessKey, {
  messages: 'accessKeys.errors',
  person: requireAccountHolder,
  target: ({ form }) => String(form.get('id')),
  question: {
    title: 'accessKeys.questions.remove',
    warning: 'accessKeys.questions.removeWarning',
    values: async ({ developer, form }) => {
      const key = (await listAccessKeys(developer.id)).find(({ id }) => id === form.get('id'))
      return { name: key?.name ?? '' }
    },
  },
  to: `${page}?done=removed`,
  refuse: () => redirect(page),
})
