import { accountMessages, msisdnMessages, type ParameterError } from '@/lib/error-codes'
import { parseExactJson } from '@/lib/exact-json'
import { detach } from '@/lib/expiring-map'
import { BodyTooLargeError } from '@/lib/read-body'
import {
  type AccountFault,
  describeFaults,
  parseAccountJson,
  renderAccountJson,
} from '@/lib/sandbox/account-json'
import type { ChangeResult, TestAccountChange } from '@/lib/sandbox/changes'
import { parseFixtureJson, serializeFixture } from '@/lib/sandbox/fixture'
import { fixtureBytes, type TestAccount } from '@/lib/sandbox/schema'
import type { BearerQuestion } from '@/lib/tokens/queries'
import { hashToken } from '@/lib/tokens/token'
import { authenticateBearer, type BearerCall, invalidToken, readBearerToken } from './bearer'
import type { Gateway } from './context'
import { type Exchange, splitQuery } from './exchange'
import { limitCalls } from './limits/rate-limit'
import { isCompressed } from './read-body'
import { invalidMsisdn, Problem } from './responses/problem'
import { jsonLine, sendResponse } from './responses/send'
import type { SandboxGateway } from './sandbox-context'
import { type Answer, beforeDeadline, inSteps } from './steps'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads the body as JSON, numbers by their digits, whatever its content type.
 * @param limit in bytes
 * @throws Problem 413 body_too_large, 400 invalid_request
 * @throws AbortedError when the connection ends first
 */
async function readJsonBody(exchange: Exchange, limit: number): Promise<unknown> {
  if (isCompressed(exchange.wire))
    throw new Problem('invalid_request', { detail: 'The body must not be compressed.' })
  const body = await readBytes(exchange, limit)
  try {
    return parseExactJson(typeof body === 'string' ? body : utf8.decode(body))
  } catch {
    const detail = 'The body must be JSON in UTF-8, with each name once.'
    throw new Problem('invalid_request', { detail })
  }
}

async function readBytes(exchange: Exchange, limit: number): Promise<string | Buffer> {
  try {
    return await exchange.wire.readBody(limit)
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error
    exchange.afterwards = 'linger'
    throw new Problem('body_too_large')
  }
}

/** Calls of one application in a minute. */
const callsPerMinute = { reads: 600, writes: 600, rehearsals: 30 }

const accountPath = /^\/sandbox\/v1\/accounts\/(?:\+|%2B)?([1-9][0-9]{5,14})(?:\/reset)?$/i

type Handle = (gateway: SandboxGateway, exchange: Exchange, call: BearerCall) => Promise<void>

/** Each endpoint starts with authentication (RFC 6750 §2.1, §3.1), then the limit of such calls. */
export function forBearer(kind: keyof typeof callsPerMinute, handle: Handle): Answer<SandboxGateway> {
  return inSteps(
    readToken,
    authenticateBearer,
    (gateway, exchange, { rights }) =>
      limitCalls(gateway, exchange, {
        name: kind,
        limit: callsPerMinute[kind],
        counted: gateway.sandbox.limits[kind].hit(rights.applicationId),
      }),
    handle,
  )
}

/** `GET /sandbox/v1/accounts` */
export const answerListAccounts = forBearer('reads', async (gateway, exchange, call) =>
  sendAccounts(exchange, await readAccounts(gateway, exchange, call, null)),
)

/** `GET /sandbox/v1/accounts/{msisdn}` */
export const answerReadAccount = forBearer('reads', async (gateway, exchange, call) => {
  const [account] = await readAccounts(gateway, exchange, call, readPath(exchange))
  if (!account) throw notFound()
  sendJson(exchange, 200, renderAccountJson(account))
})

/** `PUT /sandbox/v1/accounts/{msisdn}` */
export const answerPutAccount = forBearer('writes', async (gateway, exchange, call) => {
  const msisdn = readPath(exchange)
  const read = parseAccountJson(await readJsonBody(exchange, fixtureBytes), msisdn)
  if (!read.ok) throw invalidAccounts(read.reason, [])
  const { outcome } = await change(gateway, exchange, call, { kind: 'put', accounts: [read.value] })
  sendJson(exchange, outcome === 'replaced' ? 200 : 201, renderAccountJson(read.value))
})

/** `DELETE /sandbox/v1/accounts/{msisdn}` */
export const answerDeleteAccount = forBearer('writes', async (gateway, exchange, call) => {
  await change(gateway, exchange, call, { kind: 'delete', msisdn: readPath(exchange) })
  sendResponse(exchange, 204, '', '')
})

/** `POST /sandbox/v1/accounts/{msisdn}/reset` */
export const answerResetAccount = forBearer('writes', async (gateway, exchange, call) => {
  const { accounts } = await change(gateway, exchange, call, { kind: 'reset', msisdn: readPath(exchange) })
  sendJson(exchange, 200, renderAccountJson(accounts[0] as TestAccount))
})

/** `POST /sandbox/v1/reset` */
export const answerResetAccounts = forBearer('writes', async (gateway, exchange, call) => {
  const { accounts } = await change(gateway, exchange, call, { kind: 'reset', msisdn: null })
  sendAccounts(exchange, accounts)
})

/** `GET /sandbox/v1/fixture` */
export const answerReadFixture = forBearer('reads', async (gateway, exchange, call) =>
  sendJson(exchange, 200, serializeFixture(await readAccounts(gateway, exchange, call, null))),
)

/** `PUT /sandbox/v1/fixture`: afterwards its accounts are the only ones. */
export const answerPutFixture = forBearer('writes', async (gateway, exchange, call) => {
  const read = parseFixtureJson(await readJsonBody(exchange, fixtureBytes))
  if (!read.ok) {
    if (read.reason === 'too_many') throw new Problem('too_many')
    if (read.reason === 'not_a_fixture')
      throw invalidAccount([{ parameter: 'body', message: accountMessages.fixture }])
    throw invalidAccounts(read.reason, ['accounts'])
  }
  await change(gateway, exchange, call, { kind: 'fixture', accounts: read.value })
  sendJson(exchange, 200, serializeFixture(read.value))
})

function readToken(gateway: Gateway, exchange: Exchange): BearerQuestion {
  const hasQueryToken = splitQuery(exchange.query).some(
    ([name, value]) => name === 'access_token' && value !== '',
  )
  return { tokenHash: hashToken(readBearerToken(gateway, exchange, hasQueryToken)), msisdn: null }
}

function readPath(exchange: Exchange): string {
  const [, msisdn] = accountPath.exec(exchange.path) ?? []
  if (msisdn === undefined) throw invalidMsisdn({ parameter: 'msisdn', message: msisdnMessages.malformed })
  const kept = detach(msisdn)
  exchange.msisdn = kept
  return kept
}

/** @param msisdn of one account, or null for all of the application */
function readAccounts(
  gateway: SandboxGateway,
  exchange: Exchange,
  { rights }: BearerCall,
  msisdn: string | null,
): Promise<TestAccount[]> {
  const { applicationId } = rights
  const looked = gateway.sandbox.testAccounts.load({ applicationId, msisdn }, exchange)
  return beforeDeadline(gateway, exchange, looked)
}

async function change(
  gateway: SandboxGateway,
  exchange: Exchange,
  { rights }: BearerCall,
  wanted: TestAccountChange,
): Promise<ChangeResult> {
  const { applicationId } = rights
  const changed = gateway.sandbox.accountChanges.load({ applicationId, change: wanted }, exchange)
  const result = await beforeDeadline(gateway, exchange, changed)
  if (result.outcome === 'not_found') throw notFound()
  if (result.outcome === 'reserved') throw new Problem('reserved')
  if (result.outcome === 'too_many') throw new Problem('too_many')
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
  const detail = 'This application has no test account with this number.'
  return new Problem('account_not_found', { detail })
}

/** @param place of the accounts in the body */
function invalidAccounts(faults: AccountFault[], place: PropertyKey[]): Problem {
  const errors = describeFaults(faults, place)
  if (!errors) return new Problem('reserved')
  return invalidAccount(errors.map(({ path, message }) => ({ parameter: path || 'body', message })))
}

function invalidAccount(errors: ParameterError[]): Problem {
  return new Problem('invalid_account', { errors })
}
