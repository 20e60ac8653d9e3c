'use server'

import type { FormState } from '@/app/_request/action'
import { sendEmail } from '@/app/(auth)/send-email'
import { requestPasswordReset } from '@/lib/identity/password-change'
import { resetHours } from '@/lib/identity/schema'

export async function forgotPassword(_state: FormState<string>, form: FormData): Promise<FormState<string>> {
  return sendEmail(form, {
    message: 'reset',
    hours: resetHours,
    request: ({ address, ...request }) => requestPasswordReset(request, address),
  })
}
