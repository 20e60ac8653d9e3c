import { limitKey } from '@/lib/caller-address'
import { OAuthError } from '@/lib/oauth/errors'
import { createWindows } from './window'

export type FailureLimits = { perClient: number; perAddress: number }

/** Failed authentications a minute: of one client from one address, and of one address. */
export const failureLimits: FailureLimits = { perClient: 20, perAddress: 300 }

/**
 * Counts failed authentications (RFC 6749 §2.3.1 asks for protection against guessing). It is asked only where a 401
 * is about to be given: the right secret is never refused, so that nobody can lock a client out.
 */
export function createFailureCounter(limits: FailureLimits) {
  const clients = createWindows(60)
  const addresses = createWindows(60)

  /** The error to give in place of `error`, or `error` itself while under both limits. */
  function count(error: OAuthError, clientId: string, address: string): OAuthError {
    const source = limitKey(address)
    const client = clients.hit(`${source} ${clientId}`)
    const all = addresses.hit(source)
    const over =
      all.count > limits.perAddress ? all : client.count > limits.perClient && clientId ? client : null
    if (!over) return error
    return new OAuthError(429, 'temporarily_unavailable', 'Too many failed attempts. Try again later.', {
      detail: error.detail,
      applicationId: error.applicationId,
      retryAfter: over.resetIn,
    })
  }

  return { count }
}

export type FailureCounter = ReturnType<typeof createFailureCounter>
