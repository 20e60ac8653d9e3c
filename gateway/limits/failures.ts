import { createHash } from 'node:crypto'
import { limitKey } from '@/lib/caller-address'
import { OAuthError } from '@/lib/oauth/errors'
import { createSharedWindows } from './shared-windows'
import type { LimitStore } from './store'
import type { Standing } from './window'

export type FailureLimits = { perClient: number; perAddress: number }

/** Failed authentications a minute: of one client from one address, and of one address. */
export const failureLimits: FailureLimits = { perClient: 20, perAddress: 300 }

/**
 * Counts failed authentications (RFC 6749 §2.3.1 asks for protection against guessing). It is asked only where a 401
 * is about to be given: the right secret is never refused, so that nobody can lock a client out.
 */
export function createFailureCounter(limits: FailureLimits, store: LimitStore | undefined) {
  const clients = createSharedWindows({ name: 'failed-client', store, toStoreKey: fingerprint })
  const addresses = createSharedWindows({ name: 'failed-address', store, toStoreKey: fingerprint })

  /** The error to give in place of `error`, or `error` itself while under both limits. */
  async function count(error: OAuthError, clientId: string, address: string): Promise<OAuthError> {
    const over = await findOver(clientId, limitKey(address))
    if (!over) return error
    return new OAuthError(429, 'temporarily_unavailable', 'Too many failed attempts. Try again later.', {
      refusalCause: error.refusalCause,
      applicationId: error.applicationId,
      retryAfter: over.resetIn,
    })
  }

  /** An address that is over its limit is counted no further: a flood of failures costs the store nothing. */
  async function findOver(clientId: string, source: string): Promise<Standing | null> {
    const flood = addresses.look(source)
    if (flood.count > limits.perAddress) return flood
    const [client, all] = await Promise.all([clients.hit(`${source} ${clientId}`), addresses.hit(source)])
    if (all.count > limits.perAddress) return all
    return client.count > limits.perClient && clientId ? client : null
  }

  return { count }
}

export type FailureCounter = ReturnType<typeof createFailureCounter>

/** Callers choose some of these keys, and some name a person's address: neither is the store's to keep. */
function fingerprint(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
