'use server'

import type { FormState } from '@/app/_request/action'
import { sendReset } from '@/app/(auth)/send-email'

export async function forgotPassword(_state: FormState<string>, form: FormData) {
  return sendReset(form)
}
