import { OverloadError } from '@/lib/batch'
import { withTimeout } from '@/lib/timeout'
import type { Gateway } from './context'
import type { Exchange } from './exchange'

/** Milliseconds for a response after the last wait. */
const slack = 300

/**
 * Waits for `work`, but not long past the gateway's timeout since the request arrived: a step after a
 * look-up may have to wait for the database again, and the caller still has to get a response within two seconds.
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
      () => new OverloadError('no response in time'),
    )
  } finally {
    gateway.noteSlow(exchange.endpoint, performance.now() - began, () => [exchange])
  }
}
