import { OverloadError } from '@/lib/batch'
import { withTimeout } from '@/lib/timeout'
import type { Gateway } from './context'
import type { Exchange } from './exchange'

/** Responds to a request or throws its refusal. Returns a promise only if it has to wait. */
export type Answer<G extends Gateway = Gateway> = (gateway: G, exchange: Exchange) => void | Promise<void>

/**
 * An endpoint as the list of its steps: `read` returns what the request says, `authenticate` who makes it, and each
 * further step gets that. Their order decides which refusal a request with several faults gets. A step that has nothing
 * to do costs a call, and no promise.
 */
export function inSteps<G extends Gateway, Asked, Call>(
  read: (gateway: G, exchange: Exchange) => Asked | Promise<Asked>,
  authenticate: (gateway: G, exchange: Exchange, asked: Asked) => Promise<Call>,
  ...steps: ((gateway: G, exchange: Exchange, call: Call) => void | Promise<void>)[]
): Answer<G> {
  function proceed(gateway: G, exchange: Exchange, call: Call, from: number): void | Promise<void> {
    for (let index = from; index < steps.length; index++) {
      const waiting = steps[index]?.(gateway, exchange, call)
      if (waiting) return waiting.then(() => proceed(gateway, exchange, call, index + 1))
    }
  }
  return (gateway, exchange) => {
    const asked = read(gateway, exchange)
    const called =
      asked instanceof Promise
        ? asked.then((arrived) => authenticate(gateway, exchange, arrived))
        : authenticate(gateway, exchange, asked)
    return called.then((call) => proceed(gateway, exchange, call, 0))
  }
}

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
