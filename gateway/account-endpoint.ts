import { setTimeout as delay } from 'node:timers/promises'
import { isAllowed } from '@/lib/allowed-networks'
import type { Account, Rights } from '@/lib/tokens/queries'
import { hashToken } from '@/lib/tokens/token'
import { readAccountQuery } from './account-query'
import { admitBearer, getBearer, invalidToken, readBearerToken } from './bearer'
import type { Gateway } from './context'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'
import { awaitMisses, countMiss, refuseEnumeration } from './limits/enumeration'
import { limitCalls, quotaExceeded } from './limits/rate-limit'
import { countInRehearsal } from './rehearsal'
import { jsonLine } from './responses/lines'
import { invalidMsisdn, Problem, unavailable } from './responses/problem'
import { sendResponse } from './responses/send'
import { inSteps } from './steps'

/**
 * `GET /api/eWallet/v1/account`. Token and account are looked up in one query, but refusals follow this order. Nothing
 * waits between `refuseEnumeration` and the response in Production: a miss in between would not be counted.
 */
export const answerAccount = inSteps(
  readRequest,
  authenticate,
  rehearse,
  allow,
  limit,
  awaitMisses,
  refuseEnumeration,
  validate,
  read,
)

/** RFC 6750 §2.1. What is wrong with the msisdn matters later. */
function readRequest(gateway: Gateway, exchange: Exchange): void {
  const { msisdn, error, hasToken } = readAccountQuery(exchange.query)
  exchange.tokenHash = hashToken(readBearerToken(gateway, exchange, hasToken))
  exchange.msisdn = msisdn
  exchange.msisdnError = error
}

/** RFC 6750 §3.1. */
function authenticate(gateway: Gateway, exchange: Exchange): Promise<void> {
  return gateway.account.bearers
    .load(exchange, exchange)
    .then((found) =>
      found && 'ended' in found
        ? refuseEnded(gateway, exchange, found.ended)
        : admitBearer(gateway, exchange, found),
    )
}

/** The call of a token that has ended counts in its application's rehearsal. */
async function refuseEnded(gateway: Gateway, exchange: Exchange, rights: Rights): Promise<never> {
  exchange.applicationId = rights.applicationId
  if (rights.rehearsalId) await countInRehearsal(gateway, exchange, rights.rehearsalId, exchange.tokenHash)
  throw invalidToken(gateway)
}

function rehearse(gateway: Gateway, exchange: Exchange): void | Promise<void> {
  const { rehearsalId } = getBearer(exchange).rights
  if (rehearsalId) return countInRehearsal(gateway, exchange, rehearsalId, exchange.tokenHash)
}

/** The application's allowed networks. */
function allow(_gateway: Gateway, exchange: Exchange): void {
  const { applicationId, networks } = getBearer(exchange).rights
  if (networks !== '' && !isAllowed(applicationId, networks, exchange.address))
    throw new Problem(403, 'address_not_allowed', 'This application may not be called from this address.')
}

/**
 * The application's own limit, or else the environment's (draft-ietf-httpapi-ratelimit-headers). Calls are counted the
 * same way with either.
 */
function limit(gateway: Gateway, exchange: Exchange): void | Promise<void> {
  const { applicationId, rateLimit } = getBearer(exchange).rights
  const limit = rateLimit || gateway.rateLimit
  if (limit === 0) return
  const counted = gateway.account.calls.hit(applicationId)
  return limitCalls(gateway, exchange, { name: 'default', limit, counted })
}

function validate(_gateway: Gateway, { msisdn, msisdnError }: Exchange): void {
  if (msisdn === null) throw invalidMsisdn(msisdnError)
}

function read(gateway: Gateway, exchange: Exchange): void | Promise<void> {
  const { account } = getBearer(exchange)
  if (!account) return refuseMissing(gateway, exchange)
  if (account.simulatedError === null && account.simulatedDelayMs === 0) sendAccount(exchange, account)
  else return simulate(gateway, exchange, account)
}

/** @throws Problem 404, the same for an account that does not exist and one that may not be read; 429 after too many */
async function refuseMissing(gateway: Gateway, exchange: Exchange): Promise<never> {
  await countMiss(gateway, exchange)
  const detail = 'There is no such account, or this application may not read it.'
  throw new Problem(404, 'account_not_found', detail)
}

/** Test accounts that respond late or with an error. Sandbox only, which the database enforces. */
async function simulate(gateway: Gateway, exchange: Exchange, account: Account): Promise<void> {
  if (account.simulatedError === 'counted') return takeFault(gateway, exchange, account)
  if (account.simulatedDelayMs > 0) await delay(account.simulatedDelayMs)
  if (account.simulatedError === null) return sendAccount(exchange, account)
  exchange.hint = 'simulated'
  if (account.simulatedError === 'unavailable') throw unavailable()
  if (account.simulatedError === 'invalid_token') throw invalidToken(gateway)
  throw quotaExceeded(1)
}

/**
 * Counts the call if the account's fault ends after a number of calls: only now, as a call that was refused before did
 * not meet it. Responds with the fault that this call met, or as the account is now if the fault has just ended.
 */
async function takeFault(gateway: Gateway, exchange: Exchange, account: Account): Promise<void> {
  const { applicationId } = getBearer(exchange).rights
  const { msisdn, tokenHash } = exchange
  const { bearers, faults } = gateway.account
  const call = { applicationId, msisdn: msisdn ?? '' }
  const taken = await beforeDeadline(gateway, exchange, faults.load(call, exchange))
  if (taken) {
    const met = { ...account, simulatedDelayMs: taken.delayMs, simulatedError: taken.error }
    return simulate(gateway, exchange, met)
  }
  const found = await beforeDeadline(gateway, exchange, bearers.load({ tokenHash, msisdn }, exchange))
  admitBearer(gateway, exchange, found)
  return read(gateway, exchange)
}

function sendAccount(exchange: Exchange, account: Account): void {
  if (exchange.rehearsal) exchange.rehearsal.account = account.status
  sendResponse(exchange, 200, jsonLine, renderAccount(exchange.msisdn, account))
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
