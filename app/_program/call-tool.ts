import { setTimeout as pause } from 'node:timers/promises'
import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { calledEnvironment, describeRequest, describeResponse, readCause } from '@/app/_calls/recorded-call'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { toMarkdown } from '@/app/docs/content/markdown'
import { describeDocs } from '@/app/docs/content/pages'
import { searchDocs } from '@/app/docs/search/search-index'
import {
  findApplicationFor,
  limitOf,
  listApplications,
  type TeamApplication,
} from '@/lib/applications/queries'
import { pickDetails } from '@/lib/applications/schema'
import { execute } from '@/lib/commands/execute'
import { getSettings } from '@/lib/env'
import { isErrorCode, msisdnMessages } from '@/lib/error-codes'
import { formatPath, parseExactJson } from '@/lib/exact-json'
import { endRehearsal, startRehearsal } from '@/lib/rehearsals/commands'
import { describeRehearsal, readRecorded } from '@/lib/rehearsals/describe'
import { findRehearsal } from '@/lib/rehearsals/queries'
import {
  type AccountFault,
  describeFaults,
  parseAccountJson,
  renderAccountJson,
} from '@/lib/sandbox/account-json'
import { deleteTestAccount, putTestAccount, resetTestAccounts } from '@/lib/sandbox/commands'
import { listTestAccounts } from '@/lib/sandbox/queries'
import type { TestAccount } from '@/lib/sandbox/schema'
import { readCallPeriod } from '@/lib/usage/call-filter'
import { searchCalls } from '@/lib/usage/call-log'
import { findCallsOfRequestFor } from '@/lib/usage/queries'
import { requestLogRetention } from '@/lib/usage/schema'
import { parseMsisdn } from '@/lib/wallet/msisdn'
import { type Caller, findRefusal, noApplication, toolTextsOf } from './caller'
import { fail, failAll, type ToolResult } from './outcome'
import { type ToolArguments, type ToolName, toolInputs, tools } from './tools'
import { describeFoundUsage, readUsage } from './usage'

/**
 * Calls a tool, for an agent or by HTTP: what the key's owner owes, its permission, the arguments, then its handler.
 * @param given the arguments as anyone may have sent them
 * @param exact the same with numbers by their digits
 * @param caller without `holder` only for tools that need no key
 */
export async function callTool(
  name: ToolName,
  given: unknown,
  exact: Record<string, unknown>,
  { holder, locale }: { holder: Caller['holder'] | null; locale: Caller['locale'] },
): Promise<ToolResult> {
  const { needs, untrusted } = tools[name]
  const refusal = needs === 'nothing' ? null : findRefusal(holder, needs)
  if (refusal) return fail('forbidden', refusal)
  const t = await getTranslations({ locale, namespace: 'docs.api' })
  const read = toolInputs(t)[name].safeParse(given)
  if (!read.success) return failAll('invalid_arguments', read.error.issues.map(describeIssue))
  const handle = handlers[name] as (given: unknown, caller: object, exact: object) => Promise<ToolResult>
  const outcome = await handle(read.data, { holder, locale }, exact)
  if (!outcome.ok || untrusted.length === 0) return outcome
  return { ...outcome, value: { ...outcome.value, untrusted } }
}

function describeIssue(issue: z.core.$ZodIssue) {
  const path = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : issue.path
  return { path: formatPath(path).slice(0, 100), message: issue.message.slice(0, 500) }
}

/** `exact`: the arguments as `parseExactJson` reads them. */
type Handler<Name extends ToolName> = (
  given: ToolArguments<Name>,
  caller: Caller,
  exact: Record<string, unknown>,
) => Promise<ToolResult>

const handlers: { [Name in ToolName]: Handler<Name> } = {
  search_documentation: searchDocumentation,
  read_documentation: readDocumentation,
  list_applications: listOwnApplications,
  get_application: getApplication,
  list_requests: listRequests,
  explain_request: explainRequest,
  get_usage: getUsage,
  list_test_accounts: listAccounts,
  put_test_account: putAccount,
  delete_test_account: deleteAccount,
  reset_test_accounts: resetAccounts,
  start_rehearsal: beginRehearsal,
  get_rehearsal: readRehearsal,
  end_rehearsal: finishRehearsal,
}

/** Characters of a page that one call returns. */
const charactersOfPage = 16_000

async function searchDocumentation(
  { query }: ToolArguments<'search_documentation'>,
  caller: Pick<Caller, 'locale'>,
): Promise<ToolResult> {
  const { words } = await toolTextsOf(caller)
  const results = searchDocs(query, words).map(({ href, title, page, excerpt }) => {
    return { path: href, title, page, excerpt }
  })
  return { ok: true, value: { results } }
}

/** A page, or with an anchor one of its parts. */
async function readDocumentation(
  { path, offset = 0 }: ToolArguments<'read_documentation'>,
  caller: Pick<Caller, 'locale'>,
): Promise<ToolResult> {
  const { words } = await toolTextsOf(caller)
  const [address = '', anchor] = path.replace(getSettings().PORTAL_URL, '').split('#')
  const page = describeDocs(words).find((each) => each.path === address.replace(/(\.md|\/)$/, ''))
  if (!page) return fail('not_found', 'There is no such page. Search the documentation for it.', 'path')
  const parts = page.parts.filter((part) => part.anchor === anchor)
  const text = toMarkdown(anchor && parts.length > 0 ? { ...page, parts } : page, getSettings().PORTAL_URL)
  const end = offset + charactersOfPage
  const nextOffset = text.length > end ? end : null
  return {
    ok: true,
    value: { path: page.path, title: page.title, text: text.slice(offset, end), nextOffset },
  }
}

const listedAtOnce = 50

async function listOwnApplications(
  { before }: ToolArguments<'list_applications'>,
  { holder }: Caller,
): Promise<ToolResult> {
  const all = await listApplications(holder.owner.id)
  const first = before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1
  const applications = all.slice(first, first + listedAtOnce)
  const next = all.length > first + listedAtOnce ? (applications.at(-1)?.id ?? null) : null
  return { ok: true, value: { applications: applications.map(describeApplication), next } }
}

async function getApplication(
  { applicationId }: ToolArguments<'get_application'>,
  { holder }: Caller,
): Promise<ToolResult> {
  const found = await findApplicationFor(holder.owner.id, 'view', applicationId.toLowerCase())
  return found ? { ok: true, value: describeApplication(found) } : noApplication()
}

/** Never a secret. */
function describeApplication(application: TeamApplication) {
  const { id, name, environment, state, clientId, clientAuthentication, role } = application
  return {
    id,
    name,
    ...pickDetails(application),
    environment,
    state,
    role,
    clientId,
    clientAuthentication,
    callsPerMinute: limitOf(application),
    ...gatewayAddresses(environment),
  }
}

async function listRequests(
  { applicationId, status, endpoint, code, before, ...period }: ToolArguments<'list_requests'>,
  { holder }: Caller,
): Promise<ToolResult> {
  const application = await findApplicationFor(holder.owner.id, 'usage', applicationId.toLowerCase())
  if (!application) return noApplication()
  const filter = { status, endpoint, code, ...readCallPeriod(period) }
  const olderThan = before === undefined ? undefined : BigInt(before)
  const { calls, older } = await searchCalls(application.id, filter, listedAtOnce, olderThan)
  const requests = calls.map(
    ({ requestId, at, endpoint, method, status, errorCode, latencyMs, maskedMsisdn }) => {
      return { requestId, at, endpoint, method, status, code: errorCode, latencyMs, msisdn: maskedMsisdn }
    },
  )
  return {
    ok: true,
    value: { requests, next: older === null ? null : String(older), sample: requestLogRetention },
  }
}

/** Gateways record their calls once a second. */
const flushedAfterMs = 1500

type Texts = Awaited<ReturnType<typeof toolTextsOf>>
type Found = Awaited<ReturnType<typeof findCallsOfRequestFor>>[number]

/** What happened, what to do, and the call as it was made. */
async function explainRequest(
  { requestId }: ToolArguments<'explain_request'>,
  { holder, locale }: Caller,
): Promise<ToolResult> {
  const find = () => findCallsOfRequestFor(holder.owner.id, requestId.toLowerCase())
  let found = await find()
  if (found.length === 0) {
    await pause(flushedAfterMs)
    found = await find()
  }
  if (found.length === 0)
    return fail('not_found', 'No call of your applications with this ID is kept. List requests.', 'requestId')
  const texts = await toolTextsOf({ locale })
  return { ok: true, value: { requestId, calls: found.map((each) => describeCall(each, texts)) } }
}

function describeCall({ call, application }: Found, { words: { t }, usage }: Texts) {
  const { endpoint, status, errorCode, hint } = call
  const cause = readCause(hint)
  const known = errorCode !== null && isErrorCode(errorCode) && errorCode
  const environment = calledEnvironment(call, application)
  return {
    applicationId: application.id,
    at: call.at,
    endpoint,
    method: call.method,
    status,
    code: errorCode,
    latencyMs: call.latencyMs,
    address: call.address,
    whatHappened: known ? t(`codes.${known}.cause`) : status < 400 ? usage('call.fine') : null,
    inThisCase: cause && usage(`hints.${cause}`),
    whatToDo: known ? t(`codes.${known}.fix`) : null,
    documentation: known ? `/docs/errors/${known}` : null,
    request: describeRequest(call, application, gatewayAddresses(environment)),
    response: describeResponse(call),
  }
}

async function getUsage(
  { applicationId: application, ...given }: ToolArguments<'get_usage'>,
  { holder }: Caller,
): Promise<ToolResult> {
  // Hours, as an answer to an agent should be short.
  const period = readCallPeriod(given)
  const [from, to] = [period.from, period.to].map((at) => at && `${at.toISOString().slice(0, 16)}Z`)
  const found = await readUsage({ application, from, to, step: '60' }, holder)
  if (!found) return noApplication()
  if ('parameter' in found)
    return failAll('invalid_arguments', [{ path: found.parameter, message: found.message }])
  return { ok: true, value: describeFoundUsage(found) }
}

type OfSandbox = ToolArguments<'reset_test_accounts'>
type OfAccount = ToolArguments<'delete_test_account'>

/** All of them, or the one with a number. */
async function listAccounts(
  { applicationId, msisdn }: ToolArguments<'list_test_accounts'>,
  { holder }: Caller,
): Promise<ToolResult> {
  const id = applicationId.toLowerCase()
  const application = await findApplicationFor(holder.owner.id, 'test_accounts', id)
  if (application?.environment !== 'sandbox') return noApplication()
  if (msisdn === undefined) return describeAccounts(application.id)
  const number = parseMsisdn(msisdn)
  if (!number) return malformedNumber()
  const account = (await listTestAccounts({ id })).find((each) => each.msisdn === number)
  return account ? { ok: true, value: describeAccount(account) } : noAccount()
}

async function putAccount(
  { applicationId, msisdn: given }: OfAccount,
  { holder }: Caller,
  { account }: Record<string, unknown>,
): Promise<ToolResult> {
  const msisdn = parseMsisdn(given)
  if (!msisdn) return malformedNumber()
  const read = parseAccountJson(account, msisdn)
  if (!read.ok) return invalidAccount(read.reason)
  const result = await execute(putTestAccount, {
    actor: holder.owner,
    target: applicationId.toLowerCase(),
    input: read.value,
  })
  if (result.ok)
    return { ok: true, value: describeAccount(read.value), status: result.value === 'created' ? 201 : 200 }
  if (result.reason === 'shared') return reservedNumber()
  if (result.reason !== 'too_many') return noApplication()
  return fail('too_many', 'An application can have up to 100 test accounts. Delete one first.', 'msisdn')
}

async function deleteAccount({ applicationId, msisdn }: OfAccount, { holder }: Caller): Promise<ToolResult> {
  const number = parseMsisdn(msisdn)
  if (!number) return malformedNumber()
  const input = { msisdn: number }
  const target = applicationId.toLowerCase()
  const result = await execute(deleteTestAccount, { actor: holder.owner, target, input })
  if (result.ok) return { ok: true, value: { deleted: number }, status: 204 }
  return result.reason === 'no_account' ? noAccount() : noApplication()
}

function noAccount(): ToolResult {
  return fail('not_found', 'This application has no test account with this number.', 'msisdn')
}

async function resetAccounts({ applicationId }: OfSandbox, { holder }: Caller): Promise<ToolResult> {
  const target = applicationId.toLowerCase()
  const result = await execute(resetTestAccounts, { actor: holder.owner, target, input: {} })
  return result.ok ? describeAccounts(target) : noApplication()
}

/** At most 100. */
async function describeAccounts(id: string): Promise<ToolResult> {
  return { ok: true, value: { accounts: (await listTestAccounts({ id })).map(describeAccount) } }
}

/** With amounts digit by digit. */
function describeAccount(account: TestAccount): object {
  return parseExactJson(renderAccountJson(account)) as object
}

function invalidAccount(faults: AccountFault[]): ToolResult {
  const errors = describeFaults(faults, ['account'])
  return errors ? failAll('invalid_account', errors) : reservedNumber()
}

function reservedNumber(): ToolResult {
  return fail(
    'reserved',
    'This number is reserved, or belongs to a shared test account. Use another.',
    'msisdn',
  )
}

function malformedNumber(): ToolResult {
  return fail('invalid_arguments', msisdnMessages.malformed, 'msisdn')
}

type OfApplication = ToolArguments<'get_rehearsal'>

async function beginRehearsal({ applicationId }: OfApplication, { holder }: Caller): Promise<ToolResult> {
  const target = applicationId.toLowerCase()
  const result = await execute(startRehearsal, { actor: holder.owner, target })
  if (result.ok) return reportRehearsal(applicationId, holder.owner.id, 201)
  if (result.reason === 'already_running')
    return fail('rehearsal_running', 'A rehearsal of this application is running. Read it, or end it first.')
  if (result.reason === 'not_active')
    return fail('not_active', 'This application is suspended.', 'applicationId')
  return noApplication()
}

async function readRehearsal({ applicationId }: OfApplication, { holder }: Caller): Promise<ToolResult> {
  const application = await findApplicationFor(holder.owner.id, 'view', applicationId.toLowerCase())
  return application ? reportRehearsal(application.id, holder.owner.id) : noApplication()
}

async function finishRehearsal({ applicationId }: OfApplication, { holder }: Caller): Promise<ToolResult> {
  const target = applicationId.toLowerCase()
  const result = await execute(endRehearsal, { actor: holder.owner, target })
  if (result.ok) return reportRehearsal(applicationId, holder.owner.id)
  return result.reason === 'not_running'
    ? noRehearsal('No rehearsal is running. Start one.')
    : noApplication()
}

async function reportRehearsal(
  applicationId: string,
  developerId: string,
  status = 200,
): Promise<ToolResult> {
  const found = await readRecorded(() => findRehearsal(applicationId.toLowerCase(), developerId))
  if (!found) return noRehearsal('This application has had no rehearsal. Start one.')
  return { ok: true, value: describeRehearsal(found), status }
}

function noRehearsal(message: string): ToolResult {
  return fail('rehearsal_not_found', message, 'applicationId')
}
