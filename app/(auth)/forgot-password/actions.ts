'use server'

import { emailForm } from '@/app/(auth)/send-email'
import { requestPasswordReset } from '@/lib/identity/password-change'
import { resetHours } from '@/lib/identity/schema'

export const forgotPassword = emailForm(requestPasswordReset, 'reset', resetHours)
