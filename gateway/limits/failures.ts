import { createHash } from 'node:crypto'
import { limitKey } from '@/lib/addresses'
import { OAuthError } from '@/lib/oauth/errors'
import { createSharedWindows, type LimitStore } from './store'
import type { Standing } from './window'

export type FailureLimits = { perClient: number; perAddress: number }

/** Maximum failed authentications per minute: of one client from one address, and of all clients from one address. */
export const failureLimits: FailureLimits = { perClient: 20, perAddress: 300 }

/**
 * Counts failed authentications (RFC 6749 §2.3.1 requires protection against guessing). It is called only before a 401:
 * the right secret is never refused, so that no one can lock a client out.
 */
export function createFailureCounter(limits: FailureLimits, store: LimitStore | undefined) {
  const clients = createSharedWindows({ name: 'failed-client', store })
  const addresses = createSharedWindows({ name: 'failed-address', store })

  /** Returns the error to respond with: a 429 beyond a limit, else `error` itself. */
  async function count(error: OAuthError, clientId: string, address: string): Promise<OAuthError> {
    const over = await findOver(clientId, limitKey(address))
    if (!over) return error
    return new OAuthError(429, 'temporarily_unavailable', 'Too many failed attempts. Try again later.', {
      refusalCause: error.refusalCause,
      applicationId: error.applicationId,
      retryAfter: over.resetIn,
    })
  }

  /** An address over its limit is not counted any further: a flood of failures costs the store nothing. */
  async function findOver(clientId: string, source: string): Promise<Standing | null> {
    const place = fingerprint(source)
    const flood = addresses.look(place)
    if (flood.count > limits.perAddress) return flood
    const [client, all] = await Promise.all([
      clients.hit(fingerprint(`${source} ${clientId}`)),
      addresses.hit(place),
    ])
    if (all.count > limits.perAddress) return all
    return client.count > limits.perClient && clientId ? client : null
  }

  return { count }
}

/** 22 characters, however long the client id is that a caller makes up. */
function fingerprint(key: string): string {
  return createHash('sha256').update(key).digest().toString('base64url', 0, 16)
}
