'use server'

import { getTranslations } from 'next-intl/server'
import { requireTexts } from '@/app/_request/action'
import { formAction } from '@/app/_request/form-action'
import { requireDeveloper } from '@/app/_request/session'
import { execute } from '@/lib/commands/execute'
import * as keys from '@/lib/credentials/client-keys'
import * as secrets from '@/lib/credentials/client-secret'
import { holdsPrivateKey } from '@/lib/credentials/public-key'

const messages = 'applications.errors'

type Id = [id: string]

/** Shows the secret, or hides it again: the state holds it as `value`. */
export const revealSecret = formAction<typeof secrets.revealSecret, Id, string>(secrets.revealSecret, {
  messages,
  question: { title: 'applications.questions.revealSecret' },
  instead: ({ form }) => (form.get('intent') === 'hide' ? {} : undefined),
  show: (value) => ({ value }),
})

/**
 * The secret for the clipboard; null if there is none, or its reveal has to be confirmed first. Recorded as a reveal.
 */
export async function copySecret(id: string): Promise<string | null> {
  requireTexts(id)
  const { actor } = await requireDeveloper()
  const result = await execute(secrets.revealSecret, { actor, target: id })
  return result.ok ? result.value : null
}

export const rotateSecret = formAction<typeof secrets.rotateSecret, Id>(secrets.rotateSecret, {
  messages,
  question: { title: 'applications.questions.rotateSecret' },
  to: (_, { bound: [id] }) => `/applications/${id}/keys?done=rotated`,
})

export const revokePreviousSecret = formAction<typeof secrets.revokePreviousSecret, Id>(
  secrets.revokePreviousSecret,
  {
    messages,
    question: {
      title: 'applications.questions.revokePreviousSecret',
      warning: 'applications.questions.revokePreviousSecretWarning',
    },
    to: (_, { bound: [id] }) => `/applications/${id}/keys?done=ended`,
  },
)

/** A private key that was pasted by mistake is kept nowhere: it is refused before a confirmation, and not put back. */
export const addKey = formAction<typeof keys.addClientKey, Id>(keys.addClientKey, {
  messages,
  question: { title: 'applications.questions.addKey' },
  secret: ({ form }) => holdsPrivateKey(String(form.get('publicKey'))),
  refuse: async ({ reason }) => ({ errors: { publicKey: (await getTranslations(messages))(reason) } }),
  to: (_, { bound: [id] }) => `/applications/${id}/keys?done=keyAdded`,
})

export const removeKey = formAction<typeof keys.removeClientKey, Id>(keys.removeClientKey, {
  messages,
  question: { title: 'applications.questions.removeKey' },
  to: (_, { bound: [id] }) => `/applications/${id}/keys?done=keyRemoved`,
})

export const switchToSecret = formAction<typeof keys.switchToSecret, Id>(keys.switchToSecret, {
  messages,
  question: { title: 'applications.questions.switchBackToSecret' },
  to: (_, { bound: [id] }) => `/applications/${id}/keys?done=switchedBack`,
})
