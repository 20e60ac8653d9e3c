import { isAllowed } from '@/lib/addresses'
import { msisdnMessages, type ParameterError } from '@/lib/error-codes'
import { detach } from '@/lib/expiring-map'
import type { Account, BearerQuestion } from '@/lib/tokens/queries'
import { hashToken } from '@/lib/tokens/token'
import { parseMsisdn } from '@/lib/wallet/msisdn'
import { type BearerCall, readBearerToken } from './bearer'
import type { Gateway } from './context'
import type { Exchange } from './exchange'
import { limitCalls } from './limits/rate-limit'
import { splitQuery } from './query'
import { jsonLine } from './responses/lines'
import { invalidMsisdn, Problem } from './responses/problem'
import { sendResponse } from './responses/send'

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
