'use server'

import { formAction } from '@/app/_request/form-action'
import { resolveAlert } from '@/lib/usage/alert'

export const resolveOpenAlert = formAction<typeof resolveAlert, [id: string]>(resolveAlert, {
  messages: 'administration.errors',
  question: { title: 'administration.alerts.question' },
  to: '/administration/alerts?done=resolved',
  stays: true,
})
