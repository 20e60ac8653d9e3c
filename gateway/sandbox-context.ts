import { countCalls, createProgramReader } from '@/lib/rehearsals/by-program'
import { changeTestAccounts, findTestAccounts } from '@/lib/sandbox/changes'
import { createDatabaseClock } from './database-clock'
import { createSharedWindows } from './limits/shared-windows'
import type { LimitStore } from './limits/store'
import type { MakeLookUp } from './look-ups'
import type { GatewayOptions } from './options'

/** One at a time, as those of one application wait for each other, and for the portal. Each may have 64 KiB. */
const changeBounds = { maxInFlight: 1, maxBatch: 32, maxWaiting: 1000 }

/** What the Sandbox has besides: test accounts by API, and rehearsals. */
export function createSandboxContext(
  { pool, environment }: GatewayOptions,
  lookUp: MakeLookUp,
  store: LimitStore | undefined,
) {
  const clock = createDatabaseClock()
  const limit = (name: string) => createSharedWindows({ name: `sandbox-${name}`, store })
  return {
    /** Test accounts of one application. */
    testAccounts: lookUp('test_account', findTestAccounts),
    accountChanges: lookUp('account_change', changeTestAccounts, changeBounds),
    /** Calls per application. */
    limits: { reads: limit('reads'), writes: limit('writes'), rehearsals: limit('rehearsals') },
    clock,
    /** The place of each call in the rehearsal of its application; undefined for one that has to be counted again. */
    rehearsals: lookUp(
      'rehearsal',
      (...asked: Parameters<typeof countCalls>) =>
        clock.reading(
          () => countCalls(...asked),
          (counted) => counted.find((call) => call)?.at,
        ),
      { maxInFlight: 1 },
    ),
    readRehearsal: createProgramReader(pool, environment),
  }
}
