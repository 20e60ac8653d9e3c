import { getTranslations } from 'next-intl/server'
import type { KeyHolder } from '@/lib/access-keys/access-key'
import { getSettings } from '@/lib/env'
import type { Locale } from '@/lib/languages'
import { fail, type ToolResult } from './outcome'

/** Who calls; `holder` is that of the key where a tool needs one. */
export type Caller = { holder: KeyHolder; locale: Locale }

/** What the owner of a key has to do on the portal first, whose pages lead them there too. */
const owed = {
  second_factor: ['has to set up two-factor authentication', '/two-factor'],
  terms: ['has not accepted the terms in force', '/terms/accept'],
  approval: ['has not been approved', '/approval'],
} as const

/**
 * Why this key may not be used in this way; null if it may. Terms that take effect end no program that only reads.
 * @param needs of the tool
 */
export function findRefusal(holder: KeyHolder | null, needs: 'key' | 'sandbox'): string | null {
  if (holder?.owes && (holder.owes !== 'terms' || needs === 'sandbox')) {
    const [reason, path] = owed[holder.owes]
    return `The owner of this key ${reason}: ${getSettings().PORTAL_URL}${path}.`
  }
  if (needs === 'key' || holder?.mayChangeSandbox) return null
  return 'This key may only read. On the account page of the portal, its owner can create one with “Read, and change the Sandbox”.'
}

/** An application that the caller has no right on, of the other environment, or that is unknown. */
export function noApplication(): ToolResult {
  const message = 'There is no such application, or you may not do this with it. List your applications.'
  return fail('not_found', message, 'applicationId')
}

/** The texts that handlers use, in the caller's language. */
export async function toolTextsOf({ locale }: Pick<Caller, 'locale'>) {
  const [t, api, usage] = await Promise.all([
    getTranslations({ locale, namespace: 'docs' }),
    getTranslations({ locale, namespace: 'docs.api' }),
    getTranslations({ locale, namespace: 'usage' }),
  ])
  return { words: { t, api, locale }, usage }
}
