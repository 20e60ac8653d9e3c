'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { formAction } from '@/app/_request/form-action'
import { fieldError } from '@/app/_request/form-errors'
import { requireAccountHolder as person } from '@/app/_request/session'
import { rememberChoice } from '@/app/_request/session-cookie'
import { changeLanguage, changeProfile } from '@/lib/developers/profile'
import { cancelEmailChange, requestEmailChange } from '@/lib/identity/email-change'
import { accountPages } from './pages'

const { profile } = accountPages
const messages = 'accounts.errors'

export const changeOwnEmail = formAction(requestEmailChange, {
  messages,
  person,
  question: { title: 'accounts.questions.changeEmail', values: ({ input }) => ({ name: input.email }) },
  // The page shows the pending change together with the result.
  after: () => revalidatePath(profile),
  say: async (email) => (await getTranslations('accounts.account'))('emailSent', { email }),
  refuse({ reason }) {
    if (reason === 'domain') return fieldError('email', 'email_domain')
    return reason === 'same' ? fieldError('email', 'email_same') : undefined
  },
})

export const cancelOwnEmailChange = formAction(cancelEmailChange, {
  messages,
  person,
  to: `${profile}?done=emailKept#address`,
  refuse: () => redirect(profile),
})

export const changeOwnLanguage = formAction(changeLanguage, {
  messages,
  person,
  to: `${profile}?done=language`,
  after: (locale) => rememberChoice('locale', locale),
})

export const changeOwnProfile = formAction(changeProfile, {
  messages,
  person,
  to: `${profile}?done=profile`,
})
