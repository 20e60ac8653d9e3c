'use server'

import type { FormState } from '@/app/_request/action'
import type { ActIn } from '@/app/_request/acts'
import { requireApplication } from '@/app/_request/application'
import type { Act } from '@/app/_request/confirmed'
import { addWebhook, pressWebhook, rotateWebhook } from '@/app/_request/webhooks'
import { enableEndpoint, removeEndpoint } from '@/lib/webhooks/commands'
import { listEndpoints } from '@/lib/webhooks/queries'
import { newEndpointSchema } from '@/lib/webhooks/schema'
import { resendEvent, sendTestEvent } from '@/lib/webhooks/send'

/** The state's `value` is the signing secret, which is shown this once. */
export async function addOwnEndpoint(id: string, _state: FormState<string>, form: FormData) {
  const { holder, asks } = await requireHolder(id)
  return addWebhook(form, newEndpointSchema, id, holder, asks('addOwnEndpoint'))
}

/** As {@link addOwnEndpoint}. */
export async function rotateOwnEndpoint(
  id: string,
  endpointId: string,
  _state: FormState<string>,
  form: FormData,
) {
  const { holder, asks } = await requireHolder(id)
  return rotateWebhook(form, endpointId, holder, asks('rotateOwnEndpoint'))
}

export async function removeOwnEndpoint(id: string, endpointId: string, _state: FormState, form: FormData) {
  const { holder, asks } = await requireHolder(id)
  const endpoint = (await listEndpoints(id)).find((each) => each.id === endpointId)
  const act = endpoint ? { ...asks('removeOwnEndpoint'), values: { url: endpoint.url } } : null
  return pressWebhook(form, pageOf(id), 'removed', () => removeEndpoint(endpointId, holder), act)
}

export async function enableOwnEndpoint(id: string, endpointId: string, _state: FormState, form: FormData) {
  const { holder, asks } = await requireHolder(id)
  const run = () => enableEndpoint(endpointId, holder)
  return pressWebhook(form, pageOf(id), 'enabled', run, asks('enableOwnEndpoint'))
}

export async function sendTest(id: string, endpointId: string, _state: FormState, form: FormData) {
  const { holder } = await requireHolder(id)
  return pressWebhook(form, pageOf(id), 'tested', () => sendTestEvent(endpointId, holder))
}

export async function resendOwnEvent(
  id: string,
  endpointId: string,
  eventId: string,
  _state: FormState,
  form: FormData,
) {
  const { holder } = await requireHolder(id)
  return pressWebhook(form, pageOf(id), 'resent', () => resendEvent(endpointId, eventId, holder))
}

async function requireHolder(applicationId: string) {
  const { developer, application } = await requireApplication(applicationId, 'webhooks')
  const about = [{ type: 'application', id: applicationId } as const]
  const sandbox = application.environment === 'sandbox'
  const asks = (name: ActIn<'webhooks'>): Act => ({ developer, act: `webhooks.${name}`, about, sandbox })
  return { holder: { ...developer.actor, applicationId }, asks }
}

function pageOf(applicationId: string): string {
  return `/applications/${applicationId}/webhooks`
}
