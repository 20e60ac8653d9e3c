'use server'

import { emailForm } from '@/app/(auth)/send-email'
import { requestBrowserLink } from '@/lib/identity/browser-link'
import { browserHours } from '@/lib/identity/schema'

export const requestLink = emailForm(requestBrowserLink, 'browser', browserHours)
