'use server'

import type { FormState } from '@/app/_request/action'
import { requireApplication } from '@/app/_request/application'
import { keepDraft } from '@/app/_request/draft'
import { requireConfirmation } from '@/app/_request/session'
import { addWebhook, pressWebhook, rotateWebhook } from '@/app/_request/webhooks'
import { enableEndpoint, removeEndpoint } from '@/lib/webhooks/commands'
import { newEndpointSchema } from '@/lib/webhooks/schema'
import { resendEvent, sendTestEvent } from '@/lib/webhooks/send'

/** The state's `value` is the signing secret, which is shown this once. */
export async function add(id: string, _state: FormState<string>, form: FormData) {
  return addWebhook(form, newEndpointSchema, id, await requireConfirmedHolder(id, form))
}

/** As {@link add}. */
export async function rotate(id: string, endpointId: string, _state: FormState<string>, form: FormData) {
  return rotateWebhook(form, endpointId, await requireConfirmedHolder(id, form))
}

export async function remove(id: string, endpointId: string, _state: FormState, form: FormData) {
  const holder = await requireHolder(id)
  return pressWebhook(form, pageOf(id), 'removed', () => removeEndpoint(endpointId, holder))
}

export async function enable(id: string, endpointId: string, _state: FormState, form: FormData) {
  const holder = await requireHolder(id)
  return pressWebhook(form, pageOf(id), 'enabled', () => enableEndpoint(endpointId, holder))
}

export async function sendTest(id: string, endpointId: string, _state: FormState, form: FormData) {
  const holder = await requireHolder(id)
  return pressWebhook(form, pageOf(id), 'tested', () => sendTestEvent(endpointId, holder))
}

export async function resend(
  id: string,
  endpointId: string,
  eventId: string,
  _state: FormState,
  form: FormData,
) {
  const holder = await requireHolder(id)
  return pressWebhook(form, pageOf(id), 'resent', () => resendEvent(endpointId, eventId, holder))
}

async function requireHolder(applicationId: string) {
  const { developer } = await requireApplication(applicationId, 'webhooks')
  return { ...developer.actor, applicationId }
}

/** Giving someone the events of a Production application requires the same as rotating its client secret. */
async function requireConfirmedHolder(applicationId: string, form: FormData) {
  const { developer, application } = await requireApplication(applicationId, 'webhooks')
  if (application.environment === 'production') {
    await keepDraft(developer, pageOf(applicationId), form)
    requireConfirmation(developer, pageOf(applicationId))
  }
  return { ...developer.actor, applicationId }
}

function pageOf(applicationId: string): string {
  return `/applications/${applicationId}/webhooks`
}
