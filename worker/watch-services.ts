import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { now } from '@/lib/clock'
import { withPatience } from '@/lib/patience'
import { recordCheck } from '@/lib/status/commands'
import type { Check } from '@/lib/status/schema'

type Options = {
  /** Where each answers `/readyz`. */
  addresses: Record<'portal' | 'sandbox' | 'production' | 'worker', string>
  pool: Pick<Pool, 'query'>
  logger: Logger
  /** How long an answer may take, in milliseconds. */
  patience?: number
}

const minuteMilliseconds = 60_000
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
  async function look(): Promise<void> {
    waiting.push(await check(options))
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

  function schedule(): void {
    if (stopping) return
    const untilNext = minuteMilliseconds - (now().getTime() % minuteMilliseconds)
    timer = setTimeout(() => look().finally(schedule), untilNext)
  }

  return {
    look,
    /** Looks right away: until the next minute, the status page would know nothing. */
    start() {
      look().finally(schedule)
    },
    stop() {
      stopping = true
      clearTimeout(timer)
    },
  }
}

async function check({ addresses, pool, patience = 5000 }: Options): Promise<Check> {
  const at = now().getTime()
  const ask = (address: string) => isReady(address, patience)
  const [portal, sandbox, production, worker, database] = await Promise.all([
    ask(addresses.portal),
    ask(addresses.sandbox),
    ask(addresses.production),
    ask(addresses.worker),
    answers(pool, patience),
  ])
  return {
    minute: new Date(at - (at % minuteMilliseconds)),
    ready: { portal, sandbox, production, worker, database },
  }
}

async function isReady(address: string, patience: number): Promise<boolean> {
  try {
    const response = await fetch(`${address}/readyz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    })
    await response.body?.cancel()
    return response.status === 200
  } catch {
    return false
  }
}

function answers(pool: Pick<Pool, 'query'>, patience: number): Promise<boolean> {
  return withPatience(patience, () => pool.query('SELECT 1')).then(
    () => true,
    () => false,
  )
}
