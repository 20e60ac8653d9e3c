'use server'

import { formAction } from '@/app/_request/form-action'
import { formError } from '@/app/_request/form-errors'
import { withQuery } from '@/components/query'
import { undoEmailChange } from '@/lib/identity/email-undo'

export const undoOwnEmailChange = formAction<typeof undoEmailChange, [link: string]>(undoEmailChange, {
  messages: 'accounts.errors',
  fields: ({ bound: [link] }) => ({ link }),
  to: (done) => withQuery('/sign-in', { done }),
  refuse: ({ reason }) => formError(reason === 'address_taken' ? reason : 'link_unusable'),
})
