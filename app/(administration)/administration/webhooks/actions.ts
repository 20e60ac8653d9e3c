'use server'

import { type FormState, requireTexts } from '@/app/_request/action'
import type { ActIn } from '@/app/_request/acts'
import { requireActor } from '@/app/_request/admin-action'
import type { Act } from '@/app/_request/confirmed'
import { addWebhook, pressWebhook, rotateWebhook } from '@/app/_request/webhooks'
import { isUuid } from '@/lib/ids'
import { enableEndpoint, type Holder, removeEndpoint } from '@/lib/webhooks/commands'
import { newAdministrationEndpointSchema } from '@/lib/webhooks/schema'
import { resendEvent, sendTestEvent } from '@/lib/webhooks/send'

const page = '/administration/webhooks'

export async function addAdministrationEndpoint(_state: FormState<string>, form: FormData) {
  const { holder, act } = await requireHolder('addAdministrationEndpoint')
  return addWebhook(form, newAdministrationEndpointSchema, null, holder, act)
}

export async function rotateAdministrationEndpoint(
  endpointId: string,
  _state: FormState<string>,
  form: FormData,
) {
  const { holder, act } = await requireHolder('rotateAdministrationEndpoint', endpointId)
  return rotateWebhook(form, endpointId, holder, act)
}

export async function removeAdministrationEndpoint(endpointId: string, _state: FormState, form: FormData) {
  const { holder, act } = await requireHolder('removeAdministrationEndpoint', endpointId)
  return pressWebhook(form, page, 'removed', () => removeEndpoint(endpointId, holder), act)
}

export async function enableAdministrationEndpoint(endpointId: string, _state: FormState, form: FormData) {
  const { holder, act } = await requireHolder('enableAdministrationEndpoint', endpointId)
  return pressWebhook(form, page, 'enabled', () => enableEndpoint(endpointId, holder), act)
}

export async function sendTest(endpointId: string, _state: FormState, form: FormData) {
  const { holder, act } = await requireHolder('sendTest', endpointId)
  return pressWebhook(form, page, 'tested', () => sendTestEvent(endpointId, holder), act)
}

export async function resendAdministrationEvent(
  endpointId: string,
  eventId: string,
  _state: FormState,
  form: FormData,
) {
  const { holder, act } = await requireHolder('resendAdministrationEvent', endpointId)
  return pressWebhook(form, page, 'resent', () => resendEvent(endpointId, eventId, holder), act)
}

/** An administrator who acts as one: on their own applications they are an owner like any other. */
async function requireHolder(name: ActIn<'administrationWebhooks'>, endpointId = '') {
  requireTexts(endpointId)
  const { administrator: developer, actor } = await requireActor()
  const about = isUuid(endpointId) ? [{ type: 'webhook_endpoint', id: endpointId } as const] : []
  const act: Act = { developer, act: `administrationWebhooks.${name}`, about }
  const holder: Holder = { ...actor, administration: true }
  return { holder, act }
}
