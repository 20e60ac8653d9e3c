'use server'

import type { FormState } from '@/app/_request/action'
import { requireConfirmedActor } from '@/app/_request/admin-action'
import { addWebhook, pressWebhook, rotateWebhook } from '@/app/_request/webhooks'
import type { Administrator } from '@/lib/audit/schema'
import { enableEndpoint, type Holder, removeEndpoint } from '@/lib/webhooks/commands'
import { newAdministrationEndpointSchema } from '@/lib/webhooks/schema'
import { resendEvent, sendTestEvent } from '@/lib/webhooks/send'

const page = '/administration/webhooks'

export async function add(_state: FormState<string>, form: FormData) {
  const actor = await requireConfirmedActor(page, form)
  return addWebhook(form, newAdministrationEndpointSchema, null, holderOf(actor))
}

export async function rotate(endpointId: string, _state: FormState<string>, form: FormData) {
  const actor = await requireConfirmedActor(page, form)
  return rotateWebhook(form, endpointId, holderOf(actor))
}

export async function remove(endpointId: string, _state: FormState, form: FormData) {
  const actor = await requireConfirmedActor(page, form)
  return pressWebhook(form, page, 'removed', () => removeEndpoint(endpointId, holderOf(actor)))
}

export async function enable(endpointId: string, _state: FormState, form: FormData) {
  const actor = await requireConfirmedActor(page, form)
  return pressWebhook(form, page, 'enabled', () => enableEndpoint(endpointId, holderOf(actor)))
}

export async function sendTest(endpointId: string, _state: FormState, form: FormData) {
  const actor = await requireConfirmedActor(page, form)
  return pressWebhook(form, page, 'tested', () => sendTestEvent(endpointId, holderOf(actor)))
}

export async function resend(endpointId: string, eventId: string, _state: FormState, form: FormData) {
  const actor = await requireConfirmedActor(page, form)
  return pressWebhook(form, page, 'resent', () => resendEvent(endpointId, eventId, holderOf(actor)))
}

/** An administrator who acts as one: on their own applications they are an owner like any other. */
function holderOf(actor: Administrator): Holder {
  return { ...actor, administration: true }
}
