import { accountMessages, msisdnMessages } from '@/lib/problems'
import { type AccountFault, readAccountJson, renderAccountJson } from '@/lib/sandbox/account-json'
import type { AccountChange, ChangeResult } from '@/lib/sandbox/changes'
import { readFixtureJson, writeFixture } from '@/lib/sandbox/fixture'
import { fixtureBytes, type TestAccount } from '@/lib/sandbox/schema'
import { hashToken } from '@/lib/tokens/token'
import { invalidToken, isLive, readBearerToken } from './bearer'
import type { Gateway } from './context'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'
import { limitCalls } from './limits/rate-limit'
import { splitQuery } from './query'
import { readJsonBody } from './read-json-body'
import { invalidMsisdn, type ParameterError, Problem } from './responses/problem'
import { send } from './responses/send'

/** Calls of one application in a minute. */
const callsPerMinute = { reads: 600, writes: 600, rehearsals: 30 }

const accountPath = /^\/sandbox\/v1\/accounts\/(?:\+|%2B)?([1-9][0-9]{5,14})(?:\/reset)?$/i

/** `GET /sandbox/v1/accounts` */
export async function answerListAccounts(gateway: Gateway, exchange: Exchange): Promise<void> {
  const applicationId = await admit(gateway, exchange, 'reads')
  sendAccounts(exchange, await readAccounts(gateway, exchange, applicationId, null))
}

/** `GET /sandbox/v1/accounts/{msisdn}` */
export async function answerReadAccount(gateway: Gateway, exchange: Exchange): Promise<void> {
  const applicationId = await admit(gateway, exchange, 'reads')
  const msisdn = readPath(exchange)
  const [account] = await readAccounts(gateway, exchange, applicationId, msisdn)
  if (!account) throw notFound()
  sendJson(exchange, 200, renderAccountJson(account))
}

/** `PUT /sandbox/v1/accounts/{msisdn}` */
export async function answerPutAccount(gateway: Gateway, exchange: Exchange): Promise<void> {
  const applicationId = await admit(gateway, exchange, 'writes')
  const msisdn = readPath(exchange)
  const read = readAccountJson(await readJsonBody(exchange, fixtureBytes), msisdn)
  if (!read.ok) throw invalidAccounts(read.reason, [])
  const { outcome } = await change(gateway, exchange, applicationId, { kind: 'put', accounts: [read.value] })
  sendJson(exchange, outcome === 'replaced' ? 200 : 201, renderAccountJson(read.value))
}

/** `DELETE /sandbox/v1/accounts/{msisdn}` */
export async function answerDeleteAccount(gateway: Gateway, exchange: Exchange): Promise<void> {
  const applicationId = await admit(gateway, exchange, 'writes')
  await change(gateway, exchange, applicationId, { kind: 'delete', msisdn: readPath(exchange) })
  send(exchange, 204, [], '')
}

/** `POST /sandbox/v1/accounts/{msisdn}/reset` */
export async function answerResetAccount(gateway: Gateway, exchange: Exchange): Promise<void> {
  const applicationId = await admit(gateway, exchange, 'writes')
  const reset = { kind: 'reset', msisdn: readPath(exchange) } as const
  const { accounts } = await change(gateway, exchange, applicationId, reset)
  sendJson(exchange, 200, renderAccountJson(accounts[0] as TestAccount))
}

/** `POST /sandbox/v1/reset` */
export async function answerResetAccounts(gateway: Gateway, exchange: Exchange): Promise<void> {
  const applicationId = await admit(gateway, exchange, 'writes')
  const { accounts } = await change(gateway, exchange, applicationId, { kind: 'reset', msisdn: null })
  sendAccounts(exchange, accounts)
}

/** `GET /sandbox/v1/fixture` */
export async function answerReadFixture(gateway: Gateway, exchange: Exchange): Promise<void> {
  const applicationId = await admit(gateway, exchange, 'reads')
  sendJson(exchange, 200, writeFixture(await readAccounts(gateway, exchange, applicationId, null)))
}

/** `PUT /sandbox/v1/fixture`: afterwards its accounts are the only ones. */
export async function answerPutFixture(gateway: Gateway, exchange: Exchange): Promise<void> {
  const applicationId = await admit(gateway, exchange, 'writes')
  const read = readFixtureJson(await readJsonBody(exchange, fixtureBytes))
  if (!read.ok) {
    if (read.reason === 'too_many') throw tooMany()
    if (read.reason === 'not_a_fixture')
      throw invalidAccount([{ parameter: 'body', message: accountMessages.fixture }])
    throw invalidAccounts(read.reason, ['accounts'])
  }
  await change(gateway, exchange, applicationId, { kind: 'fixture', accounts: read.value })
  sendJson(exchange, 200, writeFixture(read.value))
}

/** Authentication, then the limit of such calls. @returns the application */
export async function admit(
  gateway: Gateway,
  exchange: Exchange,
  kind: keyof typeof callsPerMinute,
): Promise<string> {
  const hasQueryToken = splitQuery(exchange.query).some(
    ([name, value]) => name === 'access_token' && value !== '',
  )
  const token = readBearerToken(gateway, exchange, hasQueryToken)
  const bearer = await gateway.bearers.load({ tokenHash: hashToken(token), msisdn: null }, exchange)
  if (!isLive(bearer)) throw invalidToken(gateway)
  exchange.applicationId = bearer.applicationId
  await limitCalls(gateway, exchange, {
    name: kind,
    limit: callsPerMinute[kind],
    counted: gateway.sandboxLimits[kind].hit(bearer.applicationId),
  })
  return bearer.applicationId
}

function readPath(exchange: Exchange): string {
  const [, msisdn] = accountPath.exec(exchange.path) ?? []
  if (msisdn === undefined) throw invalidMsisdn({ parameter: 'msisdn', message: msisdnMessages.malformed })
  exchange.msisdn = msisdn
  return msisdn
}

function readAccounts(
  gateway: Gateway,
  exchange: Exchange,
  applicationId: string,
  msisdn: string | null,
): Promise<TestAccount[]> {
  return beforeDeadline(gateway, exchange, gateway.testAccounts.load({ applicationId, msisdn }, exchange))
}

async function change(
  gateway: Gateway,
  exchange: Exchange,
  applicationId: string,
  wanted: AccountChange,
): Promise<ChangeResult> {
  const changed = gateway.accountChanges.load({ applicationId, change: wanted }, exchange)
  const result = await beforeDeadline(gateway, exchange, changed)
  if (result.outcome === 'not_found') throw notFound()
  if (result.outcome === 'reserved') throw reserved()
  if (result.outcome === 'too_many') throw tooMany()
  // Deleted since its token was looked up.
  if (result.outcome === 'no_application') throw invalidToken(gateway)
  return result
}

function sendAccounts(exchange: Exchange, accounts: TestAccount[]): void {
  sendJson(exchange, 200, `{"accounts":[${accounts.map(renderAccountJson).join(',')}]}`)
}

export function sendJson(exchange: Exchange, status: number, body: string): void {
  send(exchange, status, ['Content-Type', 'application/json'], body)
}

function notFound(): Problem {
  return new Problem(404, 'account_not_found', 'This application has no test account with this number.')
}

function reserved(): Problem {
  return new Problem(409, 'reserved', 'This number is reserved, or belongs to a shared test account.')
}

function tooMany(): Problem {
  return new Problem(409, 'too_many', 'An application can have up to 100 test accounts.')
}

/** @param place of the accounts in the body */
function invalidAccounts(faults: AccountFault[], place: PropertyKey[]): Problem {
  const taken = faults.every(({ message }) => message === 'msisdn_reserved' || message === 'msisdn_shared')
  if (taken) return reserved()
  return invalidAccount(
    faults.map(({ path, message }) => ({
      parameter: writePath([...place, ...path]),
      message: accountMessages[message],
    })),
  )
}

function invalidAccount(errors: ParameterError[]): Problem {
  return new Problem(422, 'invalid_account', 'The body does not describe a test account.', [], errors)
}

/** Such as `accounts[2].balance.value`. Names that the caller chose are never part of it. */
function writePath(path: PropertyKey[]): string {
  if (path.length === 0) return 'body'
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}
