import { setTimeout as delay } from 'node:timers/promises'
import { isAllowed } from '@/lib/allow-list'
import type { Account, Bearer } from '@/lib/tokens/queries'
import { hashToken } from '@/lib/tokens/token'
import { readAccountQuery } from './account-query'
import { invalidToken, isLive, readBearerToken, refuseBearer } from './bearer'
import type { Gateway } from './context'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'
import { awaitMisses, countMiss, refuseEnumeration } from './limits/enumeration'
import { limitCalls, quotaExceeded } from './limits/rate-limit'
import { countInRehearsal } from './rehearsal'
import { invalidMsisdn, Problem, unavailable } from './responses/problem'
import { send } from './responses/send'

/**
 * `GET /api/eWallet/v1/account`. Token and account are looked up in one query, but refusals follow this order:
 * authentication, calling address, rate limit, parameters, account.
 */
export async function answerAccount(gateway: Gateway, exchange: Exchange): Promise<void> {
  const query = readAccountQuery(exchange.query)
  const token = readBearerToken(gateway, exchange, query.hasToken)
  const tokenHash = hashToken(token)
  const question = { tokenHash, msisdn: query.msisdn }
  const found = await gateway.bearers.load(question, exchange)
  const bearer = isLive(found) ? found : await refuseBearer(gateway, exchange, question, found)
  exchange.applicationId = bearer.applicationId
  exchange.msisdn = query.msisdn
  if (bearer.rehearsalId) await countInRehearsal(gateway, exchange, bearer.rehearsalId, tokenHash)
  requireAllowed(exchange, bearer)
  await limitRate(gateway, exchange, bearer)
  const misses = awaitMisses(gateway, bearer.applicationId)
  if (misses) await misses
  // Nothing is awaited from here to the response in Production: a miss in between would not be counted.
  refuseEnumeration(gateway, exchange, bearer.applicationId)
  const { msisdn } = query
  let { account } = bearer
  if (msisdn === null || query.error) throw invalidMsisdn(query.error)
  if (!account) throw await accountNotFound(gateway, exchange, bearer.applicationId)
  // Sandbox only, as everything that is simulated.
  if (account.simulatedError === 'counted')
    account = await takeFault(gateway, exchange, bearer, { tokenHash, msisdn }, account)
  const simulated = simulate(gateway, exchange, account)
  if (simulated) await simulated
  if (exchange.rehearsal) exchange.rehearsal.account = account.status
  send(exchange, 200, ['Content-Type', 'application/json'], renderAccount(msisdn, account))
}

/**
 * @returns the 404, the same for an account that does not exist and for one that may not be read
 * @throws Problem 429 quota_exceeded after too many
 */
async function accountNotFound(
  gateway: Gateway,
  exchange: Exchange,
  applicationId: string,
): Promise<Problem> {
  await countMiss(gateway, exchange, applicationId)
  const detail = 'There is no such account, or this application may not read it.'
  return new Problem(404, 'account_not_found', detail)
}

function requireAllowed({ address }: Exchange, { applicationId, networks }: Bearer): void {
  if (networks !== '' && !isAllowed(applicationId, networks, address))
    throw new Problem(403, 'address_not_allowed', 'This application may not be called from this address.')
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
  return limitCalls(gateway, exchange, { name: 'default', limit: rateLimit, counted })
}

/**
 * Counts the call if the account's fault ends after a number of calls: only now, as a call that was refused before did
 * not meet it.
 * @returns the account with the fault that this call met; as it is now if the fault has ended in the meantime
 */
async function takeFault(
  gateway: Gateway,
  exchange: Exchange,
  { applicationId }: Bearer,
  question: { tokenHash: string; msisdn: string },
  account: Account,
): Promise<Account> {
  if (account.simulatedError !== 'counted') return account
  const { msisdn } = question
  const taking = gateway.faults.load({ applicationId, msisdn }, exchange)
  const taken = await beforeDeadline(gateway, exchange, taking)
  if (taken) return { ...account, simulatedDelayMs: taken.delayMs, simulatedError: taken.error }
  const bearer = await beforeDeadline(gateway, exchange, gateway.bearers.load(question, exchange))
  if (!isLive(bearer)) throw invalidToken(gateway)
  if (!bearer.account) throw await accountNotFound(gateway, exchange, applicationId)
  return takeFault(gateway, exchange, bearer, question, bearer.account)
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
