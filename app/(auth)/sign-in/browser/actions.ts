'use server'

import type { FormState } from '@/app/_request/action'
import type { Sent } from '@/app/(auth)/email-request'
import { sendEmail } from '@/app/(auth)/send-email'
import { requestBrowserLink } from '@/lib/identity/known-browser'
import { browserHours } from '@/lib/identity/schema'

export async function requestLink(_state: FormState<Sent>, form: FormData): Promise<FormState<Sent>> {
  return sendEmail(form, {
    message: 'browser',
    hours: browserHours,
    request: ({ address, ...request }) => requestBrowserLink(request, address),
  })
}
