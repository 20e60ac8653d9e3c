'use server'

import { formAction } from '@/app/_request/form-action'
import { sendAgain } from '@/lib/outbox/outbox'

export const sendMailAgain = formAction<typeof sendAgain, [id: string]>(sendAgain, {
  messages: 'administration.errors',
  to: '/administration/outbox?done=again',
  stays: true,
})
