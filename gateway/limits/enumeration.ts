import { type Gateway, notFoundLimit } from '@/gateway/context'
import type { Exchange } from '@/gateway/exchange'
import { Problem } from '@/gateway/responses/problem'
import { raiseAlert } from '@/lib/usage/commands'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import { formatPolicy, formatRemaining } from './rate-limit'
import type { Standing } from './window'

/**
 * Settles when the store that gateways share has answered this application's latest miss: an account is not shown
 * before. Undefined where no miss is under way, which is nearly always. Never rejects.
 */
export function awaitMisses({ notFound }: Gateway, applicationId: string): Promise<unknown> | undefined {
  return notFound.settled(applicationId)
}

/**
 * Stops an application that gropes for numbers in Production: past the limit every account is refused until the
 * minute ends, known or not, so that the refusal does not tell which exist. It holds within a burst and across batches,
 * as every miss is counted before anything else is decided and nothing is awaited between this and the answer.
 * A gateway without a miss of its own does not know of those at other gateways: it refuses from its first one on. The
 * reserved number is exempt, as it says nothing and monitors may ask for it.
 * @throws Problem 429 quota_exceeded
 */
export function refuseEnumeration(gateway: Gateway, exchange: Exchange, applicationId: string): void {
  if (gateway.environment !== 'production' || exchange.msisdn === reservedMsisdn) return
  const standing = gateway.notFound.look(applicationId)
  if (standing.count > notFoundLimit) throw refusal(gateway, exchange, standing)
}

/** Counts an account that was not found. @returns the 404, or the 429 from the hundred and first on */
export async function countNotFound(
  gateway: Gateway,
  exchange: Exchange,
  applicationId: string,
  msisdn: string,
): Promise<Problem> {
  const notFound = new Problem(
    404,
    'account_not_found',
    'There is no such account, or this application may not read it.',
  )
  if (gateway.environment !== 'production' || msisdn === reservedMsisdn) return notFound
  const standing = await gateway.notFound.hit(applicationId)
  if (standing.count <= notFoundLimit) return notFound
  // Not at the hundred and first only: its answer may have got lost on the way from the store.
  if (gateway.told.hit(applicationId).count === 1)
    tellAdministrators(gateway, applicationId, exchange.address)
  return refusal(gateway, exchange, standing)
}

function refusal({ metrics }: Gateway, { extraHeaders }: Exchange, standing: Standing): Problem {
  metrics.limited.inc({ limit: 'not_found' })
  const policy = formatPolicy('not-found', notFoundLimit)
  const remaining = formatRemaining('not-found', notFoundLimit, standing)
  // A list in one line where the application's own limit stands already.
  for (const [name, value] of [
    ['RateLimit-Policy', policy],
    ['RateLimit', remaining],
  ] as const) {
    const at = extraHeaders.indexOf(name)
    if (at < 0) extraHeaders.push(name, value)
    else extraHeaders[at + 1] += `, ${value}`
  }
  return new Problem(429, 'quota_exceeded', 'Too many accounts were not found. Try again later.', [
    'Retry-After',
    String(standing.resetIn),
  ])
}

function tellAdministrators(gateway: Gateway, applicationId: string, address: string): void {
  const { pool, logger, complain } = gateway
  logger.warn({ applicationId }, 'an application asks for many accounts that do not exist')
  raiseAlert(pool, 'account_enumeration', applicationId, { address, limit: notFoundLimit }).catch((error) =>
    complain('alert', error),
  )
}
