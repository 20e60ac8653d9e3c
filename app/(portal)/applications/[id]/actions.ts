'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { conclude, type FormState, pressForm, requireForm, submitForm } from '@/app/_request/action'
import type { ActIn } from '@/app/_request/acts'
import { requireApplication } from '@/app/_request/application'
import { type Act, confirmed } from '@/app/_request/confirmed'
import { isConfirmed } from '@/app/_request/session'
import { addClientKey, removeClientKey, switchToSecret } from '@/lib/credentials/client-keys'
import { holdsPrivateKey, type KeyProblem } from '@/lib/credentials/public-key'
import { listWorkingSecrets } from '@/lib/credentials/queries'
import { revealSecret } from '@/lib/credentials/reveal-secret'
import { endSecret, rotateSecret } from '@/lib/credentials/rotate-secret'
import { endingSchema, newKeySchema, removedKeySchema, rotationSchema } from '@/lib/credentials/schema'

const messages = 'applications.errors'
const revealSchema = z.object({ intent: z.enum(['reveal', 'hide']).catch('reveal') })

/** Shows the secret, or hides it again: the state holds it as `value`. */
export async function revealOwnSecret(id: string, _state: FormState<string>, form: FormData) {
  const { developer, asks } = await requireOwnSecret(id)
  return submitForm<typeof revealSchema, string>(form, revealSchema, messages, async ({ intent }) => {
    if (intent === 'hide') return {}
    return confirmed<string>(asks('revealOwnSecret'), form, async () => {
      const result = await revealSecret(id, developer.actor)
      return result.ok ? { value: result.value } : refusal(result.reason)
    })
  })
}

/**
 * The secret for the clipboard; null if there is none, or its reveal has to be confirmed first. Recorded as a reveal.
 */
export async function copySecret(id: string): Promise<string | null> {
  const { developer, sandbox } = await requireOwnSecret(id)
  if (!sandbox && !isConfirmed(developer)) return null
  const result = await revealSecret(id, developer.actor)
  return result.ok ? result.value : null
}

export async function rotateOwnSecret(id: string, _state: FormState, form: FormData) {
  const { developer, asks } = await requireOwnSecret(id)
  return submitForm(form, rotationSchema, messages, (rotation) =>
    confirmed(asks('rotateOwnSecret'), form, async () =>
      conclude(
        await rotateSecret(id, rotation, developer.actor),
        refusal,
        `/applications/${id}/keys?done=rotated`,
      ),
    ),
  )
}

export async function endPreviousSecret(id: string, _state: FormState, form: FormData) {
  const { developer, asks } = await requireOwnSecret(id)
  return submitForm(form, endingSchema, messages, ({ secretId }) =>
    confirmed(asks('endPreviousSecret'), form, async () =>
      conclude(
        await endSecret(id, secretId, developer.actor),
        refusal,
        `/applications/${id}/keys?done=ended`,
      ),
    ),
  )
}

/** A private key that was pasted by mistake is kept nowhere: it is refused before a confirmation, and not put back. */
export async function addKey(id: string, _state: FormState, form: FormData) {
  const isPrivate = holdsPrivateKey(String(requireForm(form).get('publicKey')))
  const { developer, asks } = await requireOwnSecret(id)
  const state = await submitForm(form, newKeySchema, messages, ({ publicKey }) =>
    confirmed(asks('addKey'), form, async () => {
      const result = await addClientKey(id, publicKey, developer.actor)
      if (result.ok) redirect(`/applications/${id}/keys?done=keyAdded`)
      const { error } = await refusal(result.reason)
      return { errors: { publicKey: error } }
    }),
  )
  return isPrivate ? { ...state, values: {} } : state
}

export async function removeKey(id: string, _state: FormState, form: FormData) {
  const { developer, asks } = await requireOwnSecret(id)
  return submitForm(form, removedKeySchema, messages, ({ keyId }) =>
    confirmed(asks('removeKey'), form, async () => {
      const result = await removeClientKey(id, keyId, developer.actor)
      return conclude(result, refusal, `/applications/${id}/keys?done=keyRemoved`)
    }),
  )
}

export async function switchBackToSecret(id: string, _state: FormState, form: FormData) {
  const { developer, asks } = await requireOwnSecret(id)
  return pressForm(form, () =>
    confirmed(asks('switchBackToSecret'), form, async () =>
      conclude(
        await switchToSecret(id, developer.actor),
        refusal,
        `/applications/${id}/keys?done=switchedBack`,
      ),
    ),
  )
}

async function requireOwnSecret(id: string) {
  const { developer, application } = await requireApplication(id, 'secrets')
  const secrets = await listWorkingSecrets(id)
  const about = [
    { type: 'application', id } as const,
    ...secrets.map((secret) => ({ type: 'client_secret', id: secret.id }) as const),
  ]
  const { environment } = application
  const sandbox = environment === 'sandbox'
  const asks = (name: ActIn<'application'>): Act => {
    return { developer, act: `application.${name}`, about, values: { environment }, sandbox }
  }
  return { developer, sandbox, asks }
}

type Reason =
  | 'not_found'
  | 'no_secret'
  | 'already_rotated'
  | 'still_retiring'
  | 'not_retiring'
  | 'wrong_state'
  | 'too_many_keys'
  | 'same_key'
  | 'last_key'
  | 'keys_required'
  | KeyProblem

async function refusal(reason: Reason) {
  const t = await getTranslations(messages)
  return { error: t(reason) }
}
