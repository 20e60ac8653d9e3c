import { randomBytes } from 'node:crypto'
import { countRehearsalCalls, createProgramReader } from '@/lib/rehearsals/by-program'
import { changeTestAccounts, consumeFaults, findTestAccounts } from '@/lib/sandbox/changes'
import { createContext, type Gateway } from './context'
import { createSharedWindows } from './limits/store'
import type { GatewayOptions } from './options'

/** One at a time, as those of one application wait for each other, and for the portal. Each may have 64 KiB. */
const changeBounds = { maxInFlight: 1, maxBatch: 32, maxWaiting: 1000 }

/** A gateway of the Sandbox. */
export type SandboxGateway = Gateway & { sandbox: ReturnType<typeof createOwn> }

/** What every gateway has, and what the Sandbox needs besides: test accounts with faults and by API, and rehearsals. */
export function createSandboxContext(options: GatewayOptions): SandboxGateway {
  const gateway = createContext(options)
  return Object.assign(gateway, { sandbox: createOwn(gateway) })
}

function createOwn({ pool, environment, lookUp, limitStore }: Gateway) {
  const clock = createDatabaseClock()
  const limit = (name: string) => createSharedWindows({ name: `sandbox-${name}`, store: limitStore })
  return {
    /** Test accounts of one application. */
    testAccounts: lookUp('test_account', findTestAccounts),
    /** The fault that each call to an account with a counted fault meets. */
    faults: lookUp('fault', consumeFaults, { maxInFlight: 1 }),
    accountChanges: lookUp('account_change', changeTestAccounts, changeBounds),
    /** Calls per application. */
    limits: { reads: limit('reads'), writes: limit('writes'), rehearsals: limit('rehearsals') },
    clock,
    /** The place of each call in the rehearsal of its application; undefined for one that has to be counted again. */
    rehearsals: lookUp(
      'rehearsal',
      (...asked: Parameters<typeof countRehearsalCalls>) =>
        clock.reading(
          () => countRehearsalCalls(...asked),
          (counted) => counted.find((call) => call)?.at,
        ),
      { maxInFlight: 1 },
    ),
    readRehearsal: createProgramReader(pool, environment),
  }
}

/** The database's clock as this process knows it, so that several gateways agree on when something happened. */
type DatabaseClock = {
  /** Differs from process to process. */
  id: string
  /**
   * Runs a statement that returns the database's clock, and compares it.
   * @param find the clock in its result, in Unix milliseconds, if there is one
   */
  reading<T>(run: () => Promise<T>, find: (result: T) => number | undefined): Promise<T>
  /** A moment of `performance.now()` as Unix milliseconds. */
  toUnix(moment: number): number
  /** By how many milliseconds that may be wrong, as far as readings show. */
  errorMs(): number
}

/** The largest drift between both clocks: twice the 500 ppm by which clocks are adjusted. */
const drift = 0.001

/**
 * The database read its clock between the start and the end of the statement. The difference that is in use
 * is only moved as far as the last reading demands, so that moments of this process keep their distance to
 * the microsecond.
 */
export function createDatabaseClock(): DatabaseClock {
  let difference: number | undefined
  let known = { lowest: Number.NEGATIVE_INFINITY, highest: Number.POSITIVE_INFINITY, readAt: 0 }

  function narrow(lowest: number, highest: number, readAt: number): typeof known {
    const drifted = Math.max(0, readAt - known.readAt) * drift
    const low = Math.max(lowest, known.lowest - drifted)
    const high = Math.min(highest, known.highest + drifted)
    // A database whose clock was set does not agree with earlier readings.
    return low <= high ? { lowest: low, highest: high, readAt } : { lowest, highest, readAt }
  }

  return {
    id: randomBytes(4).toString('hex'),
    async reading(run, find) {
      const began = performance.now()
      const result = await run()
      const at = find(result)
      if (at === undefined) return result
      const ended = performance.now()
      const [lowest, highest] = [at - ended, at - began]
      difference = Math.min(Math.max(difference ?? (lowest + highest) / 2, lowest), highest)
      known = narrow(lowest, highest, ended)
      return result
    },
    toUnix: (moment) => moment + (difference ?? performance.timeOrigin),
    errorMs: () =>
      difference === undefined ? 0 : Math.max(known.highest - difference, difference - known.lowest),
  }
}
