import { OverloadError } from '@/lib/batch'
import { withTimeout } from '@/lib/timeout'
import type { Gateway } from './context'
import type { Exchange } from './exchange'

/** What an answer takes after the last wait, in milliseconds. */
const slack = 300

/**
 * Waits for `work`, but not long past the gateway's timeout since the request arrived: what comes after a look-up may
 * have to wait for the database once more, and the caller still has to have an answer within two seconds.
 * @throws OverloadError when it is late; the work itself continues, and its outcome is dropped
 */
export async function beforeDeadline<T>(
  gateway: Gateway,
  exchange: Exchange,
  work: T | Promise<T>,
): Promise<T> {
  if (!(work instanceof Promise)) return work
  const began = performance.now()
  const leftMs = Math.max(0, gateway.lookupTimeoutMs + slack - (began - exchange.arrivedAt))
  try {
    return await withTimeout(
      leftMs,
      () => work,
      () => new OverloadError('no answer in time'),
    )
  } finally {
    gateway.noteSlow(exchange.endpoint, performance.now() - began, () => [exchange])
  }
}
