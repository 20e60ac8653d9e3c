import { isAllowed } from '@/lib/addresses'
import { msisdnMessages, type ParameterError } from '@/lib/error-codes'
import { detach } from '@/lib/expiring-map'
import type { Account, BearerQuestion } from '@/lib/tokens/queries'
import { hashToken } from '@/lib/tokens/token'
import { raiseAlert } from '@/lib/usage/commands'
import { parseMsisdn, reservedMsisdn } from '@/lib/wallet/msisdn'
import { type BearerCall, readBearerToken } from './bearer'
import type { Gateway } from './context'
import { type Exchange, splitQuery } from './exchange'
import { formatPolicy, formatRemaining, limitCalls } from './limits/rate-limit'
import type { Standing } from './limits/window'
import { invalidMsisdn, Problem } from './responses/problem'
import { jsonLine, line, sendResponse } from './responses/send'

/** A request of a balance; `error` is what is wrong with its msisdn. */
export type AccountRequest = BearerQuestion & { error: ParameterError | null }

/** RFC 6750 §2.1. What is wrong with the msisdn matters later. */
export function readAccountRequest(gateway: Gateway, exchange: Exchange): AccountRequest {
  const { msisdn, error, hasToken } = readQuery(exchange.query)
  const tokenHash = hashToken(readBearerToken(gateway, exchange, hasToken))
  exchange.msisdn = msisdn
  return { tokenHash, msisdn, error }
}

/** The application's allowed networks, which only those of Production have. */
export function allow(_gateway: Gateway, exchange: Exchange, { rights }: BearerCall): void {
  const { applicationId, networks } = rights
  if (networks !== '' && !isAllowed(applicationId, networks, exchange.address))
    throw new Problem('address_not_allowed')
}

/**
 * The application's own limit, or else the environment's (draft-ietf-httpapi-ratelimit-headers). Calls are counted the
 * same way with either.
 */
export function limitRate(
  gateway: Gateway,
  exchange: Exchange,
  { rights }: BearerCall,
): void | Promise<void> {
  const { applicationId, rateLimit } = rights
  const limit = rateLimit || gateway.rateLimit
  if (limit === 0) return
  const counted = gateway.account.calls.hit(applicationId)
  return limitCalls(gateway, exchange, { name: 'default', limit, counted })
}

export function validate(
  _gateway: Gateway,
  _exchange: Exchange,
  { asked }: BearerCall<AccountRequest>,
): void {
  if (asked.msisdn === null) throw invalidMsisdn(asked.error)
}

/** @throws Problem 404, the same for an account that does not exist and one that may not be read */
export function sendAccount(_gateway: Gateway, exchange: Exchange, { asked, account }: BearerCall): void {
  if (!account) throw new Problem('account_not_found')
  sendResponse(exchange, 200, jsonLine, renderAccount(asked.msisdn, account))
}

/** Passes the digits through as the database wrote them: money never becomes a float. */
function renderAccount(msisdn: string | null, account: Account): string {
  const { type, status, currency, balance, frozenBalance, asOf } = account
  const changed = `${new Date(asOf * 1000).toISOString().slice(0, 19)}Z`
  return (
    `{"msisdn":"${msisdn}","type":"${type}","status":"${status}",` +
    `"balance":{"value":${balance},"unit":"${currency}"},` +
    `"frozenBalance":{"value":${frozenBalance},"unit":"${currency}"},"asOf":"${changed}"}`
  )
}

/** The parameters: the digits or the error in them, and whether a token is in the query. */
type AccountQuery = { msisdn: string | null; error: ParameterError | null; hasToken: boolean }

/** Reads the query string. Unknown parameters are ignored, and no part of it is repeated in a response. */
function readQuery(query: string): AccountQuery {
  if (/^msisdn=[1-9][0-9]{5,14}$/.test(query))
    return { msisdn: detach(query.slice(7)), error: null, hasToken: false }
  const parameters = splitQuery(query)
  const values = parameters.filter(([name]) => name === 'msisdn').map(([, value]) => value)
  const hasToken = parameters.some(([name, value]) => name === 'access_token' && value !== '')
  return { ...readMsisdn(values), hasToken }
}

function readMsisdn([value, ...others]: string[]): { msisdn: string | null; error: ParameterError | null } {
  if (others.length > 0) return refuse('twice')
  if (value === undefined || value === '') return refuse('missing')
  const decoded = decode(value)
  const msisdn = decoded === null ? null : parseMsisdn(decoded)
  return msisdn === null ? refuse('malformed') : { msisdn: detach(msisdn), error: null }
}

function refuse(why: keyof typeof msisdnMessages) {
  return { msisdn: null, error: { parameter: 'msisdn', message: msisdnMessages[why] } }
}

/** Form decoding; null for escapes that are malformed or not UTF-8. */
function decode(text: string): string | null {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

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
