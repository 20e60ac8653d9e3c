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
