import type { Gateway } from './context'
import type { Exchange } from './exchange'

/** A part of an endpoint: it does its work or throws the refusal, and returns a promise only if it has to wait. */
export type Step = (gateway: Gateway, exchange: Exchange) => void | Promise<void>

/**
 * An endpoint as the list of its steps. Their order decides which refusal a request with several faults gets. A step
 * that has nothing to do costs a call, and no promise.
 */
export function inSteps(...steps: Step[]): Step {
  function proceed(gateway: Gateway, exchange: Exchange, from: number): void | Promise<void> {
    for (let index = from; index < steps.length; index++) {
      const waiting = steps[index]?.(gateway, exchange)
      if (waiting) return waiting.then(() => proceed(gateway, exchange, index + 1))
    }
  }
  return (gateway, exchange) => proceed(gateway, exchange, 0)
}
