import { findKeyHolder, type KeyHolder } from '@/lib/access-keys/access-key'
import { limitKey } from '@/lib/addresses'
import { countCall } from '@/lib/usage/call-limits'

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
