'use server'

import type { FormState } from '@/app/_request/action'
import { sendEmail } from '@/app/(auth)/send-email'
import { requestBrowserLink } from '@/lib/identity/known-browser'
import { browserHours } from '@/lib/identity/schema'

export async function requestLink(_state: FormState<string>, form: FormData) {
  return sendEmail(form, {
    message: 'browser',
    hours: browserHours,
    request: ({ address, ...request }) => requestBrowserLink(request, address),
  })
}
