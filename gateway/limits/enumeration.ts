import type { BearerCall } from '@/gateway/bearer'
import type { Gateway } from '@/gateway/context'
import type { Exchange } from '@/gateway/exchange'
import { line } from '@/gateway/responses/lines'
import { Problem } from '@/gateway/responses/problem'
import { raiseAlert } from '@/lib/usage/commands'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import { formatPolicy, formatRemaining } from './rate-limit'
import type { Standing } from './window'

/** How many account_not_found one application may get per minute in Production. */
const notFoundLimit = 100

/**
 * Waits until the shared store has responded for this application's latest miss: no account is shown before that.
 * Undefined if no miss is pending, which is nearly always. Never rejects.
 */
export function awaitMisses(
  { account }: Gateway,
  _exchange: Exchange,
  { rights }: BearerCall,
): Promise<void> | undefined {
  return account.notFound.settled(rights.applicationId)
}

/**
 * Stops an application from enumerating phone numbers in Production. Beyond the limit every account is refused until
 * the minute ends, whether it exists or not, so that the refusal does not show which exist. This holds within a burst
 * and across batches: every miss is counted before any other decision, and nothing is awaited between this check and
 * the response. A gateway that had no miss itself does not know of misses at other gateways; it refuses from its own
 * first miss. The reserved number is exempt, as it reveals nothing and monitors may request it.
 * @throws Problem 429 quota_exceeded
 */
export function refuseEnumeration(gateway: Gateway, exchange: Exchange, { rights }: BearerCall): void {
  if (exchange.msisdn === reservedMsisdn) return
  const standing = gateway.account.notFound.look(rights.applicationId)
  if (standing.count > notFoundLimit) throw refusal(gateway, exchange, standing)
}

/**
 * Counts an account that was not found, for {@link refuseEnumeration}.
 * @throws Problem 429 quota_exceeded from the 101st on
 */
export function countMiss(gateway: Gateway, exchange: Exchange, call: BearerCall): Promise<void> | undefined {
  if (call.account || exchange.msisdn === reservedMsisdn) return
  return count(gateway, exchange, call.rights.applicationId)
}

async function count(gateway: Gateway, exchange: Exchange, applicationId: string): Promise<void> {
  const standing = await gateway.account.notFound.hit(applicationId)
  if (standing.count <= notFoundLimit) return
  // Not only at the 101st: the store's response to that one may have been lost.
  if (gateway.account.administratorsNotified.hit(applicationId).count === 1)
    alertAdministrators(gateway, applicationId, exchange.address)
  throw refusal(gateway, exchange, standing)
}

function refusal({ metrics }: Gateway, exchange: Exchange, standing: Standing): Problem {
  metrics.limited.inc({ limit: 'not_found' })
  const policy = formatPolicy('not-found', notFoundLimit)
  const remaining = formatRemaining('not-found', notFoundLimit, standing)
  for (const [name, value] of [
    ['RateLimit-Policy', policy],
    ['RateLimit', remaining],
  ] as const) {
    // After the application's own limit, if there is one.
    const own = new RegExp(`^${name}: .*`, 'm').exec(exchange.extraLines)?.[0]
    if (own) exchange.extraLines = exchange.extraLines.replace(own, `${own}, ${value}`)
    else exchange.extraLines += line(name, value)
  }
  const detail = 'Too many accounts were not found. Try again later.'
  return new Problem('quota_exceeded', { detail, lines: line('Retry-After', standing.resetIn) })
}

function alertAdministrators(gateway: Gateway, applicationId: string, address: string): void {
  const { pool, environment, logger, logTrouble } = gateway
  logger.warn({ applicationId }, 'an application requests many accounts that do not exist')
  const detail = { address, limit: notFoundLimit }
  raiseAlert(pool, environment, 'account_enumeration', applicationId, detail).catch((error) =>
    logTrouble('alert', error),
  )
}
