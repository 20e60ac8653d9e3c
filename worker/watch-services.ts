import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { now } from '@/lib/clock'
import { recordCheck } from '@/lib/status/commands'
import type { Check } from '@/lib/status/schema'
import { withTimeout } from '@/lib/timeout'

type Options = {
  /** Where each answers `/readyz`. */
  addresses: Record<'portal' | 'sandbox' | 'production' | 'worker', string>
  pool: Pick<Pool, 'query'>
  logger: Logger
  /** How long an answer may take, in milliseconds. */
  timeoutMs?: number
}

const minuteMilliseconds = 60_000
/** Between two looks at start, until everything is ready. */
const startStepMs = 1000
/** What could not be written waits in memory: a day of it, then the oldest is forgotten. */
const mostWaiting = 1440

/**
 * Asks every process each minute whether it is ready, and writes it down. Not a job of the queue: that stands still
 * with the database, whose outages are to be counted too.
 */
export function watchServices(options: Options) {
  const waiting: Check[] = []
  let timer: NodeJS.Timeout | undefined
  let stopping = false

  /** Looks once; checks that could not be written before are written with it. */
  async function look(): Promise<Date> {
    const found = await check(options)
    await write(found)
    return found.minute
  }

  async function write(found: Check): Promise<void> {
    waiting.push(found)
    if (waiting.length > mostWaiting) waiting.shift()
    try {
      for (let next = waiting[0]; next; next = waiting[0]) {
        await recordCheck(next)
        waiting.shift()
      }
    } catch (error) {
      options.logger.warn({ err: error }, 'a check of the services waits to be written')
    }
  }

  /**
   * Looks right away, or the status page would know nothing for up to a minute. Only a look that finds everything ready
   * counts: what is not may still be starting, as this worker just did.
   */
  async function start(): Promise<void> {
    const found = await check(options)
    if (stopping) return
    if (Object.values(found.ready).every(Boolean)) await write(found)
    else if (untilNextMinute() > startStepMs) {
      timer = setTimeout(start, startStepMs)
      return
    }
    schedule(found.minute)
  }

  /** In the minute after the last one looked at, immediately if it has begun: a slow look must not skip a minute. */
  function schedule(last: Date): void {
    if (stopping) return
    const delay = Math.max(0, last.getTime() + minuteMilliseconds - now().getTime())
    timer = setTimeout(() => look().then(schedule), delay)
  }

  return {
    look,
    start,
    stop() {
      stopping = true
      clearTimeout(timer)
    },
  }
}

function untilNextMinute(): number {
  return minuteMilliseconds - (now().getTime() % minuteMilliseconds)
}

async function check({ addresses, pool, timeoutMs = 5000 }: Options): Promise<Check> {
  const at = now().getTime()
  const ask = (address: string) => isReady(address, timeoutMs)
  const [portal, sandbox, production, worker, database] = await Promise.all([
    ask(addresses.portal),
    ask(addresses.sandbox),
    ask(addresses.production),
    ask(addresses.worker),
    answers(pool, timeoutMs),
  ])
  return {
    minute: new Date(at - (at % minuteMilliseconds)),
    ready: { portal, sandbox, production, worker, database },
  }
}

async function isReady(address: string, timeoutMs: number): Promise<boolean> {
  try {
    const response = await fetch(`${address}/readyz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
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
