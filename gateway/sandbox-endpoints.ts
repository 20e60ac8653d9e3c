import { detach } from '@/lib/expiring-map'
import { accountMessages, msisdnMessages, type ParameterError } from '@/lib/problems'
import {
  type AccountFault,
  describeFaults,
  readAccountJson,
  renderAccountJson,
} from '@/lib/sandbox/account-json'
import type { AccountChange, ChangeResult } from '@/lib/sandbox/changes'
import { readFixtureJson, writeFixture } from '@/lib/sandbox/fixture'
import { fixtureBytes, type TestAccount } from '@/lib/sandbox/schema'
import { hashToken } from '@/lib/tokens/token'
import { authenticateBearer, getBearer, invalidToken, readBearerToken } from './bearer'
import type { Gateway } from './context'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'
import { limitCalls } from './limits/rate-limit'
import { splitQuery } from './query'
import { readJsonBody } from './read-json-body'
import { jsonLine } from './responses/lines'
import { invalidMsisdn, Problem } from './responses/problem'
import { sendResponse } from './responses/send'
import { inSteps, type Step } from './steps'

/** Calls of one application in a minute. */
const callsPerMinute = { reads: 600, writes: 600, rehearsals: 30 }

const accountPath = /^\/sandbox\/v1\/accounts\/(?:\+|%2B)?([1-9][0-9]{5,14})(?:\/reset)?$/i

/** `GET /sandbox/v1/accounts` */
export const answerListAccounts = inSteps(...admit('reads'), async (gateway, exchange) =>
  sendAccounts(exchange, await readAccounts(gateway, exchange)),
)

/** `GET /sandbox/v1/accounts/{msisdn}` */
export const answerReadAccount = inSteps(...admit('reads'), readPath, async (gateway, exchange) => {
  const [account] = await readAccounts(gateway, exchange)
  if (!account) throw notFound()
  sendJson(exchange, 200, renderAccountJson(account))
})

/** `PUT /sandbox/v1/accounts/{msisdn}` */
export const answerPutAccount = inSteps(...admit('writes'), readPath, async (gateway, exchange) => {
  const read = readAccountJson(await readJsonBody(exchange, fixtureBytes), numberOf(exchange))
  if (!read.ok) throw invalidAccounts(read.reason, [])
  const { outcome } = await change(gateway, exchange, { kind: 'put', accounts: [read.value] })
  sendJson(exchange, outcome === 'replaced' ? 200 : 201, renderAccountJson(read.value))
})

/** `DELETE /sandbox/v1/accounts/{msisdn}` */
export const answerDeleteAccount = inSteps(...admit('writes'), readPath, async (gateway, exchange) => {
  await change(gateway, exchange, { kind: 'delete', msisdn: numberOf(exchange) })
  sendResponse(exchange, 204, '', '')
})

/** `POST /sandbox/v1/accounts/{msisdn}/reset` */
export const answerResetAccount = inSteps(...admit('writes'), readPath, async (gateway, exchange) => {
  const { accounts } = await change(gateway, exchange, { kind: 'reset', msisdn: numberOf(exchange) })
  sendJson(exchange, 200, renderAccountJson(accounts[0] as TestAccount))
})

/** `POST /sandbox/v1/reset` */
export const answerResetAccounts = inSteps(...admit('writes'), async (gateway, exchange) => {
  const { accounts } = await change(gateway, exchange, { kind: 'reset', msisdn: null })
  sendAccounts(exchange, accounts)
})

/** `GET /sandbox/v1/fixture` */
export const answerReadFixture = inSteps(...admit('reads'), async (gateway, exchange) =>
  sendJson(exchange, 200, writeFixture(await readAccounts(gateway, exchange))),
)

/** `PUT /sandbox/v1/fixture`: afterwards its accounts are the only ones. */
export const answerPutFixture = inSteps(...admit('writes'), async (gateway, exchange) => {
  const read = readFixtureJson(await readJsonBody(exchange, fixtureBytes))
  if (!read.ok) {
    if (read.reason === 'too_many') throw tooMany()
    if (read.reason === 'not_a_fixture')
      throw invalidAccount([{ parameter: 'body', message: accountMessages.fixture }])
    throw invalidAccounts(read.reason, ['accounts'])
  }
  await change(gateway, exchange, { kind: 'fixture', accounts: read.value })
  sendJson(exchange, 200, writeFixture(read.value))
})

/** The first steps of all of them: authentication (RFC 6750 §2.1, §3.1), then the limit of such calls. */
export function admit(kind: keyof typeof callsPerMinute): Step[] {
  return [
    readToken,
    authenticateBearer,
    (gateway, exchange) =>
      limitCalls(gateway, exchange, {
        name: kind,
        limit: callsPerMinute[kind],
        counted: gateway.sandbox.limits[kind].hit(getBearer(exchange).rights.applicationId),
      }),
  ]
}

function readToken(gateway: Gateway, exchange: Exchange): void {
  const hasQueryToken = splitQuery(exchange.query).some(
    ([name, value]) => name === 'access_token' && value !== '',
  )
  exchange.tokenHash = hashToken(readBearerToken(gateway, exchange, hasQueryToken))
}

function readPath(_gateway: Gateway, exchange: Exchange): void {
  const [, msisdn] = accountPath.exec(exchange.path) ?? []
  if (msisdn === undefined) throw invalidMsisdn({ parameter: 'msisdn', message: msisdnMessages.malformed })
  exchange.msisdn = detach(msisdn)
}

/** What {@link readPath} read. */
function numberOf({ msisdn }: Exchange): string {
  if (msisdn === null) throw new Error('the path was not read')
  return msisdn
}

/** The account of the path, or all of the application. */
function readAccounts(gateway: Gateway, exchange: Exchange): Promise<TestAccount[]> {
  const { applicationId } = getBearer(exchange).rights
  const looked = gateway.sandbox.testAccounts.load({ applicationId, msisdn: exchange.msisdn }, exchange)
  return beforeDeadline(gateway, exchange, looked)
}

async function change(gateway: Gateway, exchange: Exchange, wanted: AccountChange): Promise<ChangeResult> {
  const { applicationId } = getBearer(exchange).rights
  const changed = gateway.sandbox.accountChanges.load({ applicationId, change: wanted }, exchange)
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
  sendResponse(exchange, status, jsonLine, body)
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
  const errors = describeFaults(faults, place)
  if (!errors) return reserved()
  return invalidAccount(errors.map(({ path, message }) => ({ parameter: path || 'body', message })))
}

function invalidAccount(errors: ParameterError[]): Problem {
  return new Problem(422, 'invalid_account', 'The body does not describe a test account.', '', errors)
}
