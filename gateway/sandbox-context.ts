import { countCalls, createProgramReader } from '@/lib/rehearsals/by-program'
import { changeTestAccounts, findTestAccounts, takeFaults } from '@/lib/sandbox/changes'
import { createContext, type Gateway } from './context'
import { createDatabaseClock } from './database-clock'
import { createSharedWindows } from './limits/shared-windows'
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
    faults: lookUp('fault', takeFaults, { maxInFlight: 1 }),
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
