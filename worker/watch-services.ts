import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { now } from '@/lib/clock'
import { senderHeaders } from '@/lib/sender'
import { type Check, recordCheck } from '@/lib/status/service-days'
import { withTimeout } from '@/lib/timeout'

type Options = {
  /** The URL of each service's `/readyz`. */
  addresses: Record<'portal' | 'sandbox' | 'production' | 'worker', string>
  pool: Pick<Pool, 'query'>
  logger: Logger
  /** How long an answer may take, in milliseconds. */
  timeoutMs?: number
}

const minuteMilliseconds = 60_000
/** Checks at start, until everything is ready: for a minute, in which what is still starting is no outage. */
const startStepMs = 1000
const startTries = minuteMilliseconds / startStepMs
/** Checks that could not be written wait in memory: those of a day, then the oldest is dropped. */
const maxWaiting = 1440

/**
 * Checks every minute whether each service is ready, and records it. Not a job of the queue, which stops with the
 * database, whose outages are to be recorded too.
 */
export function watchServices(options: Options) {
  const waiting: Check[] = []
  let timer: NodeJS.Timeout | undefined
  let stopping = false

  /** Checks once, and writes it together with checks that could not be written before. */
  async function look(): Promise<Date> {
    const found = await check(options)
    await write(found)
    return found.minute
  }

  async function write(found: Check): Promise<void> {
    waiting.push(found)
    if (waiting.length > maxWaiting) waiting.shift()
    try {
      for (let next = waiting[0]; next; next = waiting[0]) {
        await recordCheck(next)
        waiting.shift()
      }
    } catch (error) {
      options.logger.warn({ err: error }, 'a check of the services could not be written yet')
    }
  }

  /**
   * Checks immediately, as the status page would otherwise show nothing for up to a minute. Only a check that finds
   * everything ready counts: other services may still be starting, as this worker just did.
   */
  async function start(left = startTries): Promise<void> {
    const found = await check(options)
    if (stopping) return
    if (Object.values(found.ready).every(Boolean)) await write(found)
    else if (left > 1) {
      timer = setTimeout(() => start(left - 1), startStepMs)
      return
    }
    schedule(found.minute)
  }

  /** In the minute after the last check, immediately if it has begun: a slow check must not skip a minute. */
  function schedule(last: Date): void {
    if (stopping) return
    const delay = Math.max(0, last.getTime() + minuteMilliseconds - now().getTime())
    timer = setTimeout(() => look().then(schedule), delay)
  }

  return {
    look,
    start: () => start(),
    stop() {
      stopping = true
      clearTimeout(timer)
    },
  }
}

async function check({ addresses, pool, timeoutMs = 5000 }: Options): Promise<Check> {
  const at = now().getTime()
  // One slow response is no outage: what is not ready is asked again, with more time.
  const twice = async (ask: (timeoutMs: number) => Promise<boolean>) =>
    (await ask(timeoutMs)) || ask(3 * timeoutMs)
  const ask = (address: string) => twice((ms) => isReady(address, ms))
  const [portal, sandbox, production, worker, database] = await Promise.all([
    ask(addresses.portal),
    ask(addresses.sandbox),
    ask(addresses.production),
    ask(addresses.worker),
    twice((ms) => answers(pool, ms)),
  ])
  return {
    minute: new Date(at - (at % minuteMilliseconds)),
    ready: { portal, sandbox, production, worker, database },
  }
}

async function isReady(address: string, timeoutMs: number): Promise<boolean> {
  try {
    const response = await withTimeout(timeoutMs, (signal) =>
      fetch(`${address}/readyz`, { headers: senderHeaders('status'), redirect: 'manual', signal }),
    )
    await response.body?.cancel()
    return response.status === 200
  } catch {
    return false
  }
}

function answers(pool: Pick<Pool, 'query'>, timeoutMs: number): Promise<boolean> {
  return withTimeout(timeoutMs, () => pool.query('SELECT 1')).then(
    () => true,
    () => false,
  )
}
