'use server'

import type { FormState } from '@/app/_request/action'
import { sendActivation } from '@/app/(auth)/send-email'

export async function signUp(_state: FormState<string>, form: FormData) {
  return sendActivation(form)
}
