import { refresh } from 'next/cache'
import { getTranslations } from 'next-intl/server'
import { endpointLimit } from '@/lib/webhooks/schema'

export const messages = 'webhooks.errors'

/** The state's `value` is the signing secret, which is shown this once. */
export function showSecret(value: string): { value: string } {
  refresh()
  return { value }
}

/** Why no endpoint was added: above the form, or at its URL. */
export async function refuseEndpoint({ reason }: { reason: string }) {
  if (reason === 'not_found') return undefined
  const t = await getTranslations(messages)
  if (reason === 'too_many') return { error: t(reason, { limit: endpointLimit }) }
  return { errors: { url: t(reason as 'exists') } }
}
