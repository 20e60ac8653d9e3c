import { refresh } from 'next/cache'
import { getTranslations } from 'next-intl/server'
import { type FormState, submit } from '@/app/_request/action'
import { addEndpoint, type Holder } from '@/lib/webhooks/commands'
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
): Promise<FormState<string>> {
  return submit<typeof newEndpointSchema, string>({
    form,
    schema,
    messages,
    async run(endpoint) {
      const result = await addEndpoint(applicationId, endpoint, holder)
      if (result.ok) return showSecret(result.value)
      if (result.reason === 'not_found' || result.reason === 'too_many') return refuseWebhook(result.reason)
      return { errors: { url: (await getTranslations(messages))(result.reason) } }
    },
  })
}

export function showSecret(value: string): { value: string } {
  refresh()
  return { value }
}

type Reason = 'not_found' | 'too_many' | 'disabled' | 'throttled' | 'waiting'

/** Why a button of an endpoint did nothing. */
export async function refuseWebhook(reason: Reason): Promise<{ error: string }> {
  return { error: (await getTranslations(messages))(reason, { limit: endpointLimit }) }
}
