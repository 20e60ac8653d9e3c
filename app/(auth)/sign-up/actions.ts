'use server'

import { emailForm } from '@/app/(auth)/send-email'
import { requestActivation } from '@/lib/identity/activation'
import { activationHours } from '@/lib/identity/schema'

export const signUp = emailForm(requestActivation, 'activation', activationHours)
