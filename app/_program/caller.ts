import { getTranslations } from 'next-intl/server'
import { findKeyHolder, type KeyHolder } from '@/lib/access-keys/access-key'
import { limitKey } from '@/lib/addresses'
import { getSettings } from '@/lib/env'
import type { Locale } from '@/lib/languages'
import { countCall } from '@/lib/usage/call-limits'
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

/** Why a call is not served, as HTTP says it. */
export type KeyRefusal = { status: 401 | 429; code: string; message: string; headers: Record<string, string> }

const realm = 'Bearer realm="portal"'

/** The response to a call that needs a key and has none. */
export const keyMissing: KeyRefusal = {
  status: 401,
  code: 'token_missing',
  message: 'This endpoint requires a personal access key.',
  headers: { 'WWW-Authenticate': realm },
}

const keyInvalid: KeyRefusal = {
  status: 401,
  code: 'invalid_token',
  message: 'The key is unknown, has expired or was ended.',
  headers: { 'WWW-Authenticate': `${realm}, error="invalid_token"` },
}

/**
 * Whose personal access key a call has, after counting the call. Cookies say nothing here.
 * @returns null without `Authorization`: such calls are counted by address, for those that need no key
 */
export async function identify(headers: Headers): Promise<KeyHolder | KeyRefusal | null> {
  const authorization = headers.get('authorization')
  if (authorization === null) {
    const waitSeconds = await countCall('address', limitKey(headers.get('x-guichet-caller') ?? ''))
    return waitSeconds > 0 ? busy(waitSeconds) : null
  }
  const [, key = ''] = /^Bearer ([!-~]{1,128})$/i.exec(authorization) ?? []
  if (!key) return keyMissing
  const holder = await findKeyHolder(key)
  if (!holder) return keyInvalid
  const waitSeconds = await countCall('key', holder.keyId)
  return waitSeconds > 0 ? busy(waitSeconds) : holder
}

export function isRefusal(found: KeyHolder | KeyRefusal | null): found is KeyRefusal {
  return found !== null && 'status' in found
}

function busy(waitSeconds: number): KeyRefusal {
  return {
    status: 429,
    code: 'quota_exceeded',
    message: `Too many calls. Try again in ${waitSeconds} s.`,
    headers: { 'Retry-After': String(waitSeconds) },
  }
}
