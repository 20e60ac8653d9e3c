import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { findApplicationFor, listApplications, type TeamApplication } from '@/lib/applications/queries'
import { limitOf } from '@/lib/applications/rate-limit'
import { pickDetails } from '@/lib/applications/schema'
import { readCallPeriod } from '@/lib/usage/call-filter'
import { searchCalls } from '@/lib/usage/call-log'
import { callsKept } from '@/lib/usage/schema'
import { type Caller, noApplication } from './caller'
import { readPage, searchPages } from './documentation'
import { explainRequest } from './explain'
import { failAll, type Outcome } from './outcome'
import { endOne, readOne, startOne } from './rehearsals'
import { deleteOne, listAll, putOne, resetAll } from './test-accounts'
import type { ToolArguments, ToolName } from './tools'
import { describeFoundUsage, readUsage } from './usage'

/** `exact`: the arguments as `parseExactJson` reads them. */
type Handler<Name extends ToolName> = (
  given: ToolArguments<Name>,
  caller: Caller,
  exact: Record<string, unknown>,
) => Promise<Outcome>

const pageSize = 50

export const handlers: { [Name in ToolName]: Handler<Name> } = {
  search_documentation: searchPages,
  read_documentation: readPage,
  list_applications: listOwn,
  get_application: getOne,
  list_requests: listRequests,
  explain_request: explainRequest,
  get_usage: getUsage,
  list_test_accounts: listAll,
  put_test_account: putOne,
  delete_test_account: deleteOne,
  reset_test_accounts: resetAll,
  start_rehearsal: startOne,
  get_rehearsal: readOne,
  end_rehearsal: endOne,
}

async function listOwn({ before }: ToolArguments<'list_applications'>, { holder }: Caller): Promise<Outcome> {
  const all = await listApplications(holder.owner.id)
  const first = before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1
  const applications = all.slice(first, first + pageSize)
  const next = all.length > first + pageSize ? (applications.at(-1)?.id ?? null) : null
  return { ok: true, value: { applications: applications.map(describeApplication), next } }
}

async function getOne(
  { applicationId }: ToolArguments<'get_application'>,
  { holder }: Caller,
): Promise<Outcome> {
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
): Promise<Outcome> {
  const application = await findApplicationFor(holder.owner.id, 'usage', applicationId.toLowerCase())
  if (!application) return noApplication()
  const filter = { status, endpoint, code, ...readCallPeriod(period) }
  const olderThan = before === undefined ? undefined : BigInt(before)
  const { calls, older } = await searchCalls(application.id, filter, pageSize, olderThan)
  const requests = calls.map(
    ({ requestId, at, endpoint, method, status, errorCode, latencyMs, maskedMsisdn }) => {
      return { requestId, at, endpoint, method, status, code: errorCode, latencyMs, msisdn: maskedMsisdn }
    },
  )
  return { ok: true, value: { requests, next: older === null ? null : String(older), sample: callsKept } }
}

async function getUsage(
  { applicationId: application, ...given }: ToolArguments<'get_usage'>,
  { holder }: Caller,
): Promise<Outcome> {
  // Hours, as an answer to an agent should be short.
  const period = readCallPeriod(given)
  const [from, to] = [period.from, period.to].map((at) => at && `${at.toISOString().slice(0, 16)}Z`)
  const found = await readUsage({ application, from, to, step: '60' }, holder)
  if (!found) return noApplication()
  if ('parameter' in found)
    return failAll('invalid_arguments', [{ path: found.parameter, message: found.message }])
  return { ok: true, value: describeFoundUsage(found) }
}
