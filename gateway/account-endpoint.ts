import { setTimeout as delay } from 'node:timers/promises'
import type { Account, Bearer } from '@/lib/tokens/queries'
import { hashToken } from '@/lib/tokens/token'
import { readAccountQuery } from './account-query'
import { invalidToken, readBearerToken } from './bearer'
import type { Gateway } from './context'
import type { Exchange } from './exchange'
import { awaitMisses, countNotFound, refuseEnumeration } from './limits/enumeration'
import { formatPolicy, formatRemaining } from './limits/rate-limit'
import type { Standing } from './limits/window'
import { Problem, unavailable } from './responses/problem'
import { send } from './responses/send'

/**
 * `GET /api/eWallet/v1/account`. Token and account are looked up in one query, but refusals follow this order:
 * authentication, rate limit, parameters, account.
 */
export async function answerAccount(gateway: Gateway, exchange: Exchange): Promise<void> {
  const query = readAccountQuery(exchange.query)
  const token = readBearerToken(gateway, exchange, query.hasToken)
  const bearer = await gateway.bearers.load({ tokenHash: hashToken(token), msisdn: query.msisdn }, exchange)
  if (!bearer) throw invalidToken(gateway)
  exchange.applicationId = bearer.applicationId
  exchange.msisdn = query.msisdn
  await limitRate(gateway, exchange, bearer)
  const misses = awaitMisses(gateway, bearer.applicationId)
  if (misses) await misses
  // Nothing is awaited from here to the response in Production: a miss in between would not be counted.
  refuseEnumeration(gateway, exchange, bearer.applicationId)
  if (query.msisdn === null || query.error) throw invalidMsisdn(query.error)
  if (!bearer.account) throw await countNotFound(gateway, exchange, bearer.applicationId, query.msisdn)
  const simulated = simulate(gateway, exchange, bearer.account)
  if (simulated) await simulated
  send(exchange, 200, ['Content-Type', 'application/json'], renderAccount(query.msisdn, bearer.account))
}

/** The application's own limit, or else the environment's. Calls are counted the same way with either. */
function limitRate(
  gateway: Gateway,
  exchange: Exchange,
  { applicationId, rateLimit: own }: Bearer,
): void | Promise<void> {
  const rateLimit = own || gateway.rateLimit
  if (rateLimit === 0) return
  const counted = gateway.rateLimiter.hit(applicationId)
  if (counted instanceof Promise)
    return counted.then((standing) => applyLimit(gateway, exchange, rateLimit, standing))
  applyLimit(gateway, exchange, rateLimit, counted)
}

function applyLimit(
  { metrics }: Gateway,
  { extraHeaders }: Exchange,
  rateLimit: number,
  standing: Standing,
): void {
  const policy = formatPolicy('default', rateLimit)
  extraHeaders.push('RateLimit-Policy', policy, 'RateLimit', formatRemaining('default', rateLimit, standing))
  if (standing.count <= rateLimit) return
  metrics.limited.inc({ limit: 'application' })
  throw quotaExceeded(standing.resetIn)
}

function quotaExceeded(retryAfter: number): Problem {
  const detail = 'This application has used up its calls for the moment.'
  return new Problem(429, 'quota_exceeded', detail, ['Retry-After', String(retryAfter)])
}

function invalidMsisdn(error: ReturnType<typeof readAccountQuery>['error']): Problem {
  return new Problem(400, 'invalid_msisdn', 'The msisdn is missing or malformed.', [], error ? [error] : [])
}

/** Simulates test accounts that respond late or with an error. Sandbox only, which the database enforces. */
function simulate(gateway: Gateway, exchange: Exchange, account: Account): void | Promise<void> {
  const { simulatedDelayMs, simulatedError } = account
  if (simulatedDelayMs === 0) return fail(gateway, exchange, simulatedError)
  return delay(simulatedDelayMs).then(() => fail(gateway, exchange, simulatedError))
}

function fail(gateway: Gateway, exchange: Exchange, simulatedError: Account['simulatedError']): void {
  if (simulatedError === null) return
  exchange.hint = 'simulated'
  if (simulatedError === 'unavailable') throw unavailable()
  if (simulatedError === 'invalid_token') throw invalidToken(gateway)
  if (simulatedError === 'quota_exceeded') throw quotaExceeded(1)
}

/** Passes the digits through as the database wrote them: money never becomes a float. */
function renderAccount(msisdn: string, account: Account): string {
  const { type, status, currency, balance, frozenBalance, asOf } = account
  const changed = `${new Date(asOf * 1000).toISOString().slice(0, 19)}Z`
  return (
    `{"msisdn":"${msisdn}","type":"${type}","status":"${status}",` +
    `"balance":{"value":${balance},"unit":"${currency}"},` +
    `"frozenBalance":{"value":${frozenBalance},"unit":"${currency}"},"asOf":"${changed}"}`
  )
}
