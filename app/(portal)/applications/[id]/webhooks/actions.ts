'use server'

import { redirect } from 'next/navigation'
import { type FormState, press } from '@/app/_request/action'
import { requireApplication } from '@/app/_request/application'
import { keepDraft } from '@/app/_request/draft'
import { requireConfirmation } from '@/app/_request/session'
import { addWebhook, refuseWebhook, showSecret } from '@/app/_request/webhooks'
import { enableEndpoint, removeEndpoint, rotateSigningSecret } from '@/lib/webhooks/commands'
import { newEndpointSchema } from '@/lib/webhooks/schema'
import { resendEvent, sendTestEvent } from '@/lib/webhooks/send'

/** The state's `value` is the signing secret, which is shown this once. */
export async function add(id: string, _state: FormState<string>, form: FormData) {
  const { actor } = await requireConfirmedOwner(id, form)
  return addWebhook(form, newEndpointSchema, id, actor)
}

/** As {@link add}. */
export async function rotate(id: string, endpointId: string, _state: FormState<string>, form: FormData) {
  const { actor } = await requireConfirmedOwner(id, form)
  return press<string>(form, async () => {
    const result = await rotateSigningSecret(endpointId, { ...actor, applicationId: id })
    return result.ok ? showSecret(result.value) : refuseWebhook(result.reason)
  })
}

export async function remove(id: string, endpointId: string, _state: FormState, form: FormData) {
  const { developer } = await requireApplication(id, 'webhooks')
  return press(form, async () => {
    const result = await removeEndpoint(endpointId, { ...developer.actor, applicationId: id })
    return result.ok ? finish(id, 'removed') : refuseWebhook(result.reason)
  })
}

export async function enable(id: string, endpointId: string, _state: FormState, form: FormData) {
  const { developer } = await requireApplication(id, 'webhooks')
  return press(form, async () => {
    const result = await enableEndpoint(endpointId, { ...developer.actor, applicationId: id })
    return result.ok ? finish(id, 'enabled') : refuseWebhook(result.reason)
  })
}

export async function sendTest(id: string, endpointId: string, _state: FormState, form: FormData) {
  const { developer } = await requireApplication(id, 'webhooks')
  return press(form, async () => {
    const result = await sendTestEvent(endpointId, { ...developer.actor, applicationId: id })
    return result.ok ? finish(id, 'tested') : refuseWebhook(result.reason)
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
    const result = await resendEvent(endpointId, eventId, { ...developer.actor, applicationId: id })
    return result.ok ? finish(id, 'resent') : refuseWebhook(result.reason)
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

function finish(id: string, done: 'removed' | 'enabled' | 'tested' | 'resent'): never {
  redirect(`/applications/${id}/webhooks?done=${done}`)
}
