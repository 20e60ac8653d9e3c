import { OverloadError } from '@/lib/batch'
import type { Gateway } from './context'
import type { Exchange } from './exchange'

/** What an answer takes after the last wait, in milliseconds. */
const slack = 300

/**
 * Waits for `work`, but not long past the gateway's patience since the request arrived: what comes after a look-up may
 * have to wait for the database once more, and the caller is to have an answer within two seconds all the same.
 * @throws OverloadError when it is late; the work itself goes on, and nobody hears of it
 */
export async function inTime<T>(gateway: Gateway, exchange: Exchange, work: T | Promise<T>): Promise<T> {
  if (!(work instanceof Promise)) return work
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const left = gateway.patience + slack - (performance.now() - exchange.arrivedAt)
    timer = setTimeout(() => reject(new OverloadError('no answer in time')), Math.max(0, left))
  })
  const began = performance.now()
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    gateway.noteSlow(exchange.endpoint, performance.now() - began, () => [exchange])
  }
}
