'use server'

import { getTranslations } from 'next-intl/server'
import type { FormState } from '@/app/_request/action'
import { formAction } from '@/app/_request/form-action'
import { fieldError } from '@/app/_request/form-errors'
import { requireSignedIn } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { enter } from '@/app/(auth)/enter'
import { acceptAsDeveloper, acceptAsNewcomer } from '@/lib/developers/invitation'

const messages = 'accounts.errors'

/** Without an account: the password creates one, with the role. */
export const acceptWithPassword = formAction(acceptAsNewcomer, {
  messages,
  after: (session) => enter(session, '/two-factor'),
  refuse: ({ reason }) => (reason === 'unusable_link' ? dead() : fieldError('password', reason)),
})

/** With an account: signed in, with a recent confirmation. */
export const acceptInvitation = formAction<typeof acceptAsDeveloper, [link: string]>(acceptAsDeveloper, {
  messages,
  person: requireSignedIn,
  target: ({ developer }) => developer.id,
  fields: ({ bound: [link] }) => ({ link }),
  question: { title: 'accounts.questions.acceptInvitation' },
  after: (session) => setSessionCookie(session),
  to: (_, { developer }) => (developer.hasSecondFactor ? '/review' : '/two-factor'),
  refuse: () => dead(),
})

async function dead(): Promise<FormState> {
  const t = await getTranslations('administration.invitation')
  return { error: `${t('dead')}. ${t('deadBody')}` }
}
