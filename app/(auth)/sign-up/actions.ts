'use server'

import { getLocale } from 'next-intl/server'
import type { FormState } from '@/app/_request/action'
import type { Sent } from '@/app/(auth)/email-request'
import { sendEmail } from '@/app/(auth)/send-email'
import { requestActivation } from '@/lib/identity/activation'
import { activationHours } from '@/lib/identity/schema'

export async function signUp(_state: FormState<Sent>, form: FormData): Promise<FormState<Sent>> {
  return sendEmail(form, {
    message: 'activation',
    hours: activationHours,
    request: async (request) => requestActivation({ ...request, locale: await getLocale() }),
  })
}
