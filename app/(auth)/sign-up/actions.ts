'use server'

import { getLocale } from 'next-intl/server'
import type { FormState } from '@/app/_request/action'
import { sendEmail } from '@/app/(auth)/send-email'
import { requestActivation } from '@/lib/identity/activation'
import { activationHours } from '@/lib/identity/schema'

export async function signUp(_state: FormState<string>, form: FormData): Promise<FormState<string>> {
  return sendEmail(form, {
    message: 'activation',
    hours: activationHours,
    request: async (request) => requestActivation({ ...request, locale: await getLocale() }),
  })
}
