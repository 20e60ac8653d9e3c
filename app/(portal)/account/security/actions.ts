'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { formAction } from '@/app/_request/form-action'
import { fieldError, formError } from '@/app/_request/form-errors'
import { requireAccountHolder as person } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { removePasskey } from '@/lib/identity/passkey'
import { changePassword } from '@/lib/identity/password-change'
import { findProviderName } from '@/lib/identity/provider-settings'
import { renewRecoveryCodes, turnOffSecondFactor } from '@/lib/identity/second-factor'
import { nameSession, revokeOtherSessions, revokeSession } from '@/lib/identity/session'
import { unlinkIdentity } from '@/lib/identity/unlink-identity'
import { accountPages, holds } from '../pages'

const page = accountPages.security
const messages = 'accounts.errors'

export const changeOwnPassword = formAction(changePassword, {
  messages,
  person,
  after: (session) => setSessionCookie(session),
  to: `${page}?done=password`,
  refuse({ reason }) {
    if (reason === 'not_found') return undefined
    if (reason === 'wrong') return fieldError('currentPassword', 'password_wrong')
    return fieldError('newPassword', reason === 'same' ? 'password_same' : reason)
  },
})

export const nameOwnSession = formAction(nameSession, {
  messages,
  person,
  target: ({ form }) => String(form.get('session')),
  to: `${page}?done=named#sessions`,
  refuse: () => redirect(page),
})

export const revokeOwnSession = formAction(revokeSession, {
  messages,
  person,
  target: ({ form }) => String(form.get('session')),
  to: `${page}?done=revoked`,
  refuse: () => redirect(`${page}#sessions`),
})

/** A box that is not ticked is not sent. */
export const revokeOwnOtherSessions = formAction(revokeOtherSessions, {
  messages,
  person,
  fields: ({ form }) => ({ keepAccessKeys: form.has('keepAccessKeys') }),
  to: `${page}?done=others`,
})

export const turnOffAuthenticator = formAction(turnOffSecondFactor, {
  messages,
  person,
  question: { title: 'accounts.questions.removeAuthenticator' },
  to: `${page}?done=factor`,
  refuse: () => redirect(page),
})

export const removeOwnPasskey = formAction(removePasskey, {
  messages,
  person,
  target: ({ form }) => String(form.get('id')),
  question: { title: 'accounts.questions.removePasskey' },
  to: `${page}?done=passkeyRemoved`,
  refuse: ({ reason }) => redirect(reason === 'only_way' ? `${page}?refused=onlyPasskey` : page),
})

/** Someone whom the provider signed in is signed out by it, and signs in in another way to see the result. */
export const unlinkOwnIdentity = formAction(unlinkIdentity, {
  messages,
  person,
  question: {
    title: 'accounts.questions.unlinkIdentity',
    values: () => ({ name: findProviderName() ?? '' }),
  },
  to: `${page}?done=unlinked#identity`,
  async refuse({ reason }) {
    if (reason === 'not_found') return undefined
    const t = await getTranslations('provider.identity')
    const text = reason === 'not_linked' ? 'notLinked' : holds[reason]
    return { error: t(text, { provider: findProviderName() ?? '' }) }
  },
})

/** Answers with the codes, which are shown this once. */
export const renewCodes = formAction<typeof renewRecoveryCodes, [], string[]>(renewRecoveryCodes, {
  messages,
  person,
  question: { title: 'accounts.questions.renewCodes' },
  show: (value) => ({ value }),
  refuse: ({ reason }) => (reason === 'not_on' ? formError('proof_required') : undefined),
})
