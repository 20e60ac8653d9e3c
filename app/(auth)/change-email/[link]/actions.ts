'use server'

import { formAction } from '@/app/_request/form-action'
import { formError } from '@/app/_request/form-errors'
import { requireSignedIn } from '@/app/_request/session'
import { clearSessionCookie } from '@/app/_request/session-cookie'
import { changeEmail } from '@/lib/identity/email-change'

export const confirmNewEmail = formAction<typeof changeEmail, [link: string]>(changeEmail, {
  messages: 'accounts.errors',
  person: requireSignedIn,
  target: ({ developer }) => developer.id,
  fields: ({ bound: [link] }) => ({ link }),
  after: clearSessionCookie,
  to: '/sign-in?done=email',
  refuse: () => formError('change_unusable'),
})
