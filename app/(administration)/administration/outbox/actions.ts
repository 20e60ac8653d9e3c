'use server'

import { refusal } from '@/app/_request/admin-action'
import { formAction } from '@/app/_request/form-action'
import { sendAgain } from '@/lib/outbox/outbox'

export const sendMailAgain = formAction<typeof sendAgain, [id: string]>(sendAgain, {
  messages: 'administration.errors',
  to: '/administration/outbox?done=again',
  refuse: ({ reason }) => refusal(reason as 'not_found'),
})
