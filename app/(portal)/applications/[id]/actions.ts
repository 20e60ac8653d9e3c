'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import {
  conclude,
  type FormState,
  press,
  requireForm,
  requireSameOrigin,
  submit,
} from '@/app/_request/action'
import { requireApplication } from '@/app/_request/application'
import { keepDraft } from '@/app/_request/draft'
import { requireConfirmation } from '@/app/_request/session'
import { addClientKey, removeClientKey, switchToSecret } from '@/lib/credentials/client-keys'
import { holdsPrivateKey, type KeyProblem } from '@/lib/credentials/public-key'
import { revealSecret } from '@/lib/credentials/reveal-secret'
import { endSecret, rotateSecret } from '@/lib/credentials/rotate-secret'
import { endingSchema, newKeySchema, removedKeySchema, rotationSchema } from '@/lib/credentials/schema'

const messages = 'applications.errors'
const revealSchema = z.object({ intent: z.enum(['reveal', 'hide']).catch('reveal') })

/** Shows the secret, or hides it again: the state holds it as `value`. */
export async function reveal(id: string, _state: FormState<string>, form: FormData) {
  const { developer } = await requireOwnSecret(id)
  return submit(form, revealSchema, messages, async ({ intent }) => {
    if (intent === 'hide') return {}
    const result = await revealSecret(id, developer.actor)
    return result.ok ? { value: result.value } : refusal(result.reason)
  })
}

/** The secret for the clipboard, or null if there is none. Recorded as a reveal. */
export async function copySecret(id: string): Promise<string | null> {
  await requireSameOrigin()
  const { developer } = await requireOwnSecret(id)
  const result = await revealSecret(id, developer.actor)
  return result.ok ? result.value : null
}

export async function rotate(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { developer } = await requireOwnSecret(id, form)
  return submit(form, rotationSchema, messages, async (rotation) =>
    conclude(await rotateSecret(id, rotation, developer.actor), refusal, `/applications/${id}?done=rotated`),
  )
}

export async function end(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { developer } = await requireOwnSecret(id)
  return submit(form, endingSchema, messages, async ({ secretId }) =>
    conclude(await endSecret(id, secretId, developer.actor), refusal, `/applications/${id}?done=ended`),
  )
}

/** A private key that was pasted by mistake is kept nowhere: neither on the way to a confirmation, nor in the form. */
export async function addKey(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const isPrivate = holdsPrivateKey(String(requireForm(form).get('publicKey')))
  const { developer } = await requireOwnSecret(id, isPrivate ? undefined : form)
  const state = await submit(form, newKeySchema, messages, async ({ publicKey }) => {
    const result = await addClientKey(id, publicKey, developer.actor)
    if (result.ok) redirect(`/applications/${id}?done=keyAdded`)
    const { error } = await refusal(result.reason)
    return { errors: { publicKey: error } }
  })
  return isPrivate ? { ...state, values: {} } : state
}

export async function removeKey(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { developer } = await requireOwnSecret(id)
  return submit(form, removedKeySchema, messages, async ({ keyId }) => {
    const result = await removeClientKey(id, keyId, developer.actor)
    return conclude(result, refusal, `/applications/${id}?done=keyRemoved`)
  })
}

export async function switchBack(id: string, _state: FormState, form: FormData): Promise<FormState> {
  const { developer } = await requireOwnSecret(id)
  return press(form, async () =>
    conclude(await switchToSecret(id, developer.actor), refusal, `/applications/${id}?done=switchedBack`),
  )
}

/** Showing, using, replacing or ending a Production secret or key requires a recent confirmation of its owner. */
async function requireOwnSecret(id: string, form?: FormData) {
  const found = await requireApplication(id, 'secrets')
  if (found.application.environment !== 'production') return found
  const page = `/applications/${id}`
  if (form) await keepDraft(found.developer, page, form)
  requireConfirmation(found.developer, page)
  return found
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
