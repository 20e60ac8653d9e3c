import { setTimeout as delay } from 'node:timers/promises'
import type { Account } from '@/lib/tokens/queries'
import { admitBearer, type BearerCall, invalidToken } from './bearer'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'
import { quotaExceeded } from './limits/rate-limit'
import { unavailable } from './responses/problem'
import type { SandboxGateway } from './sandbox-context'

/** Test accounts that respond late or with an error. Sandbox only, which the database enforces. */
export function simulate(
  gateway: SandboxGateway,
  exchange: Exchange,
  call: BearerCall,
): void | Promise<void> {
  const { account } = call
  if (account && (account.simulatedError !== null || account.simulatedDelayMs > 0))
    return meetFault(gateway, exchange, call, account)
}

async function meetFault(
  gateway: SandboxGateway,
  exchange: Exchange,
  call: BearerCall,
  { simulatedError, simulatedDelayMs }: Pick<Account, 'simulatedError' | 'simulatedDelayMs'>,
): Promise<void> {
  if (simulatedError === 'counted') return takeFault(gateway, exchange, call)
  if (simulatedDelayMs > 0) await delay(simulatedDelayMs)
  if (simulatedError === null) return
  exchange.hint = 'simulated'
  if (simulatedError === 'unavailable') throw unavailable()
  if (simulatedError === 'invalid_token') throw invalidToken(gateway)
  throw quotaExceeded(1)
}

/**
 * Counts the call if the account's fault ends after a number of calls: only now, as a call that was refused before did
 * not meet it. The call meets the fault that is taken, or the account as it is now if the fault has just ended.
 */
async function takeFault(gateway: SandboxGateway, exchange: Exchange, call: BearerCall): Promise<void> {
  const { asked, rights } = call
  const { faults } = gateway.sandbox
  const taken = await beforeDeadline(
    gateway,
    exchange,
    faults.load({ applicationId: rights.applicationId, msisdn: asked.msisdn ?? '' }, exchange),
  )
  if (taken) {
    const met = { simulatedDelayMs: taken.delayMs, simulatedError: taken.error }
    return meetFault(gateway, exchange, call, met)
  }
  const found = await beforeDeadline(gateway, exchange, gateway.account.bearers.load(asked, exchange))
  call.account = admitBearer(gateway, exchange, asked, found).account
  return simulate(gateway, exchange, call)
}
