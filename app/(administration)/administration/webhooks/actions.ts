'use server'

import { redirect } from 'next/navigation'
import { type FormState, press } from '@/app/_request/action'
import { requireConfirmedActor } from '@/app/_request/admin-action'
import { addWebhook, refuseWebhook, showSecret } from '@/app/_request/webhooks'
import type { Administrator } from '@/lib/audit/schema'
import { enableEndpoint, type Holder, removeEndpoint, rotateSigningSecret } from '@/lib/webhooks/commands'
import { newAdministrationEndpointSchema } from '@/lib/webhooks/schema'
import { resendEvent, sendTestEvent } from '@/lib/webhooks/send'

const page = '/administration/webhooks'

export async function add(_state: FormState<string>, form: FormData) {
  const actor = await requireConfirmedActor(page, form)
  return addWebhook(form, newAdministrationEndpointSchema, null, holderOf(actor))
}

export async function rotate(endpointId: string, _state: FormState<string>, form: FormData) {
  const actor = await requireConfirmedActor(page, form)
  return press<string>(form, async () => {
    const result = await rotateSigningSecret(endpointId, holderOf(actor))
    return result.ok ? showSecret(result.value) : refuseWebhook(result.reason)
  })
}

export async function remove(endpointId: string, _state: FormState, form: FormData) {
  const actor = await requireConfirmedActor(page, form)
  return press(form, async () => {
    const result = await removeEndpoint(endpointId, holderOf(actor))
    return result.ok ? redirect(`${page}?done=removed`) : refuseWebhook(result.reason)
  })
}

export async function enable(endpointId: string, _state: FormState, form: FormData) {
  const actor = await requireConfirmedActor(page, form)
  return press(form, async () => {
    const result = await enableEndpoint(endpointId, holderOf(actor))
    return result.ok ? redirect(`${page}?done=enabled`) : refuseWebhook(result.reason)
  })
}

export async function sendTest(endpointId: string, _state: FormState, form: FormData) {
  const actor = await requireConfirmedActor(page, form)
  return press(form, async () => {
    const result = await sendTestEvent(endpointId, holderOf(actor))
    return result.ok ? redirect(`${page}?done=tested`) : refuseWebhook(result.reason)
  })
}

export async function resend(endpointId: string, eventId: string, _state: FormState, form: FormData) {
  const actor = await requireConfirmedActor(page, form)
  return press(form, async () => {
    const result = await resendEvent(endpointId, eventId, holderOf(actor))
    return result.ok ? redirect(`${page}?done=resent`) : refuseWebhook(result.reason)
  })
}

/** An administrator who acts as one: on their own applications they are an owner like any other. */
function holderOf(actor: Administrator): Holder {
  return { ...actor, administration: true }
}
