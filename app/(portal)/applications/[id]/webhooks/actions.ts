'use server'

import type { FormState } from '@/app/_request/action'
import { requireApplication } from '@/app/_request/application'
import type { Act } from '@/app/_request/confirmed'
import { addWebhook, pressWebhook, rotateWebhook } from '@/app/_request/webhooks'
import { enableEndpoint, removeEndpoint } from '@/lib/webhooks/commands'
import { listEndpoints } from '@/lib/webhooks/queries'
import { newEndpointSchema } from '@/lib/webhooks/schema'
import { resendEvent, sendTestEvent } from '@/lib/webhooks/send'

/** The state's `value` is the signing secret, which is shown this once. */
export async function addOwnEndpoint(id: string, _state: FormState<string>, form: FormData) {
  const { holder, act } = await requireConfirmedHolder(id, 'addOwnEndpoint')
  return addWebhook(form, newEndpointSchema, id, holder, act)
}

/** As {@link addOwnEndpoint}. */
export async function rotateOwnEndpoint(
  id: string,
  endpointId: string,
  _state: FormState<string>,
  form: FormData,
) {
  const { holder, act } = await requireConfirmedHolder(id, 'rotateOwnEndpoint')
  return rotateWebhook(form, endpointId, holder, act)
}

export async function removeOwnEndpoint(id: string, endpointId: string, _state: FormState, form: FormData) {
  const { developer } = await requireApplication(id, 'webhooks')
  const endpoint = (await listEndpoints(id)).find((each) => each.id === endpointId)
  const act: Act | null = endpoint
    ? {
        developer,
        act: 'webhooks.removeOwnEndpoint',
        about: [{ type: 'application', id }],
        values: { url: endpoint.url },
        final: true,
      }
    : null
  const holder = { ...developer.actor, applicationId: id }
  return pressWebhook(form, pageOf(id), 'removed', () => removeEndpoint(endpointId, holder), act)
}

export async function enableOwnEndpoint(id: string, endpointId: string, _state: FormState, form: FormData) {
  const holder = await requireHolder(id)
  return pressWebhook(form, pageOf(id), 'enabled', () => enableEndpoint(endpointId, holder))
}

export async function sendTest(id: string, endpointId: string, _state: FormState, form: FormData) {
  const holder = await requireHolder(id)
  return pressWebhook(form, pageOf(id), 'tested', () => sendTestEvent(endpointId, holder))
}

export async function resendOwnEvent(
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
async function requireConfirmedHolder(applicationId: string, name: 'addOwnEndpoint' | 'rotateOwnEndpoint') {
  const { developer, application } = await requireApplication(applicationId, 'webhooks')
  const about = [{ type: 'application', id: applicationId } as const]
  const act: Act = {
    developer,
    act: `webhooks.${name}`,
    about,
  }
  const holder = { ...developer.actor, applicationId }
  return { holder, act: application.environment === 'production' ? act : null }
}

function pageOf(applicationId: string): string {
  return `/applications/${applicationId}/webhooks`
}
