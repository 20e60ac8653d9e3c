'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, press, submit } from '@/app/_request/action'
import { keepDraft } from '@/app/_request/draft'
import { requireConfirmation } from '@/app/_request/session'
import { addEndpoint, enableEndpoint, removeEndpoint, rotateSigningSecret } from '@/lib/webhooks/commands'
import { endpointLimit, newEndpointSchema } from '@/lib/webhooks/schema'
import { resendEvent, sendTestEvent } from '@/lib/webhooks/send'
import { requireApplication } from '../page-data'

const messages = 'webhooks.errors'

/** The state's `value` is the signing secret, which is shown this once. */
export async function add(id: string, _state: FormState<string>, form: FormData) {
  const { actor } = await requireConfirmedOwner(id, form)
  return submit<typeof newEndpointSchema, string>({
    form,
    schema: newEndpointSchema,
    messages,
    async run(endpoint) {
      const result = await addEndpoint(id, endpoint, actor)
      if (result.ok) return show(result.value)
      if (result.reason === 'not_found' || result.reason === 'too_many') return refusal(result.reason)
      return { errors: { url: (await getTranslations(messages))(result.reason) } }
    },
  })
}

/** As {@link add}. */
export async function rotate(id: string, endpointId: string, _state: FormState<string>, form: FormData) {
  const { actor } = await requireConfirmedOwner(id, form)
  return press<string>(form, async () => {
    const result = await rotateSigningSecret(endpointId, actor)
    return result.ok ? show(result.value) : refusal(result.reason)
  })
}

export async function remove(id: string, endpointId: string, _state: FormState, form: FormData) {
  const { developer } = await requireApplication(id, 'webhooks')
  return press(form, async () => {
    const result = await removeEndpoint(endpointId, developer.actor)
    return result.ok ? finish(id, 'removed') : refusal(result.reason)
  })
}

export async function enable(id: string, endpointId: string, _state: FormState, form: FormData) {
  const { developer } = await requireApplication(id, 'webhooks')
  return press(form, async () => {
    const result = await enableEndpoint(endpointId, developer.actor)
    return result.ok ? finish(id, 'enabled') : refusal(result.reason)
  })
}

export async function sendTest(id: string, endpointId: string, _state: FormState, form: FormData) {
  const { developer } = await requireApplication(id, 'webhooks')
  return press(form, async () => {
    const result = await sendTestEvent(endpointId, developer.actor)
    return result.ok ? finish(id, 'tested') : refusal(result.reason)
  })
}

export async function resend(
  id: string,
  endpointId: string,
  eventId: string,
  _state: FormState,
  form: FormData,
) {
  const { developer } = await requireApplication(id, 'webhooks')
  return press(form, async () => {
    const result = await resendEvent(endpointId, eventId, developer.actor)
    return result.ok ? finish(id, 'resent') : refusal(result.reason)
  })
}

/** What gives someone the events of a Production application requires what rotating its client secret does. */
async function requireConfirmedOwner(id: string, form: FormData) {
  const { developer, application } = await requireApplication(id, 'webhooks')
  if (application.environment === 'production') {
    await keepDraft(developer, `/applications/${id}/webhooks`, form)
    requireConfirmation(developer, `/applications/${id}/webhooks`)
  }
  return developer
}

function show(value: string): { value: string } {
  refresh()
  return { value }
}

function finish(id: string, done: 'removed' | 'enabled' | 'tested' | 'resent'): never {
  redirect(`/applications/${id}/webhooks?done=${done}`)
}

type Reason = 'not_found' | 'too_many' | 'disabled' | 'throttled' | 'waiting'

async function refusal(reason: Reason): Promise<{ error: string }> {
  return { error: (await getTranslations(messages))(reason, { limit: endpointLimit }) }
}
