import { refresh } from 'next/cache'
import { getTranslations } from 'next-intl/server'
import { conclude, type FormState, pressForm, submitForm } from '@/app/_request/action'
import { type Act, confirmed } from '@/app/_request/confirmed'
import { withQuery } from '@/components/query'
import type { Result } from '@/lib/result'
import { addEndpoint, type Holder, rotateSigningSecret } from '@/lib/webhooks/commands'
import { endpointLimit, type newEndpointSchema } from '@/lib/webhooks/schema'

const messages = 'webhooks.errors'

/**
 * Adds an endpoint as a form says. The state's `value` is the signing secret, which is shown this once.
 * @param applicationId null for an endpoint of the administration
 */
export function addWebhook(
  form: FormData,
  schema: typeof newEndpointSchema,
  applicationId: string | null,
  holder: Holder,
  act: Act | null,
): Promise<FormState<string>> {
  return submitForm<typeof schema, string>(form, schema, messages, (endpoint) =>
    confirmed<string>(act, form, async () => {
      const result = await addEndpoint(applicationId, endpoint, holder)
      if (result.ok) return showSecret(result.value)
      if (result.reason === 'not_found' || result.reason === 'too_many') return refuseWebhook(result.reason)
      return { errors: { url: (await getTranslations(messages))(result.reason) } }
    }),
  )
}

/** Gives an endpoint another signing secret, which is the state's `value`. */
export function rotateWebhook(form: FormData, endpointId: string, holder: Holder, act: Act | null) {
  return pressForm<string>(form, () =>
    confirmed<string>(act, form, async () => {
      const result = await rotateSigningSecret(endpointId, holder)
      return result.ok ? showSecret(result.value) : refuseWebhook(result.reason)
    }),
  )
}

type Done = 'removed' | 'enabled' | 'tested' | 'resent'

/** Runs the command of an endpoint's button, and reports it on `page`. */
export function pressWebhook(
  form: FormData,
  page: string,
  done: Done,
  run: () => Promise<Result<unknown, Reason>>,
  act: Act | null = null,
): Promise<FormState> {
  return pressForm(form, () =>
    confirmed(act, form, async () => conclude(await run(), refuseWebhook, withQuery(page, { done }))),
  )
}

function showSecret(value: string): { value: string } {
  refresh()
  return { value }
}

type Reason = 'not_found' | 'too_many' | 'disabled' | 'throttled' | 'waiting'

/** Why a button of an endpoint did nothing. */
async function refuseWebhook(reason: Reason): Promise<{ error: string }> {
  return { error: (await getTranslations(messages))(reason, { limit: endpointLimit }) }
}
