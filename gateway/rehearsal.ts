import { hmac } from '@/lib/keyring'
import { type CountedCall, endByProgram, startByProgram } from '@/lib/rehearsals/by-program'
import { describeRehearsal, isRecording, readRecorded } from '@/lib/rehearsals/describe'
import type { RehearsalView } from '@/lib/rehearsals/schema'
import type { Account, BearerQuestion, Rights } from '@/lib/tokens/queries'
import type { MeteredCall } from '@/lib/usage/request-log'
import { admitBearer, type BearerCall, invalidToken } from './bearer'
import { authenticateClient, type ClientCall, type ClientForm } from './client-steps'
import type { Exchange } from './exchange'
import { Problem } from './responses/problem'
import { line } from './responses/send'
import type { SandboxGateway } from './sandbox-context'
import { forBearer, sendJson } from './sandbox-endpoints'
import { beforeDeadline } from './steps'

/** A call's place in the rehearsal of its application, and what the rehearsal's cases compare. */
type Place = {
  id: string
  number: number
  /** `performance.now()` when all of it had arrived: a caller can keep a body back. */
  receivedAt: number
  token: string | null
  account: Account | null
}

/** Of the calls in flight that count in a rehearsal. */
const places = new WeakMap<Exchange, Place>()

/** As `authenticateClient`, of a form that has just arrived. The call counts in its application's rehearsal. */
export async function rehearseClient(
  gateway: SandboxGateway,
  exchange: Exchange,
  form: ClientForm,
): Promise<ClientCall> {
  const receivedAt = performance.now()
  const call = await authenticateClient(gateway, exchange, form)
  const { rehearsalId } = call.client
  if (rehearsalId) await countCall(gateway, exchange, rehearsalId, receivedAt, null)
  return call
}

/** As `authenticateBearer`. The call counts in its application's rehearsal, also with a token that has ended. */
export function rehearseBearer<Asked extends BearerQuestion>(
  gateway: SandboxGateway,
  exchange: Exchange,
  asked: Asked,
): Promise<BearerCall<Asked>> {
  return gateway.account.bearers.load(asked, exchange).then((found) => {
    if (found && 'ended' in found) return refuseEnded(gateway, exchange, asked, found.ended)
    const call = admitBearer(gateway, exchange, asked, found)
    const { rehearsalId } = call.rights
    if (!rehearsalId) return call
    const { arrivedAt } = exchange
    return countCall(gateway, exchange, rehearsalId, arrivedAt, asked.tokenHash).then(() => call)
  })
}

async function refuseEnded(
  gateway: SandboxGateway,
  exchange: Exchange,
  { tokenHash }: BearerQuestion,
  { applicationId, rehearsalId }: Rights,
): Promise<never> {
  exchange.applicationId = applicationId
  if (rehearsalId) await countCall(gateway, exchange, rehearsalId, exchange.arrivedAt, tokenHash)
  throw invalidToken(gateway)
}

/**
 * Counts an authenticated call of an application in rehearsal, before anything is returned for it: what is counted and
 * not recorded later shows as missing. A call that cannot be counted is refused as if its look-up had failed.
 * @param tokenHash of the token that it presented
 */
async function countCall(
  gateway: SandboxGateway,
  exchange: Exchange,
  id: string,
  receivedAt: number,
  tokenHash: string | null,
): Promise<void> {
  try {
    let counted: CountedCall | null | undefined
    while (counted === undefined)
      counted = await beforeDeadline(gateway, exchange, gateway.sandbox.rehearsals.load(id, exchange))
    if (!counted) return
    // Enough of the hash to distinguish tokens, and nothing to look one up with.
    const token = tokenHash?.slice(0, 16) ?? null
    places.set(exchange, { id, number: counted.number, receivedAt, token, account: null })
  } catch (error) {
    gateway.meter.noteUncounted(id)
    throw error
  }
}

/** Notes the account that the call is about to be shown. */
export function noteAccount(_gateway: SandboxGateway, exchange: Exchange, call: BearerCall): void {
  const place = call.rights.rehearsalId && places.get(exchange)
  if (place) place.account = call.account
}

/** Adds to the record of a call its place in a rehearsal, when its response has just been written. */
export function recordPlace(
  { sandbox, secretHashKeys }: SandboxGateway,
  exchange: Exchange,
  record: MeteredCall,
): void {
  const place = places.get(exchange)
  if (!place) return
  const { id, number, receivedAt, token, account } = place
  const { id: keyId, key } = secretHashKeys[0]
  const { clock } = sandbox
  const { msisdn } = exchange
  const facts = {
    arrivedAt: clock.toUnix(receivedAt),
    respondedAt: clock.toUnix(performance.now()),
    token,
    msisdn: msisdn && `${keyId}.${hmac(key, `rehearsal ${id} ${msisdn}`, 'base64url').slice(0, 22)}`,
    account: account?.status ?? null,
    clock: { id: clock.id, errorMs: Math.ceil(clock.errorMs()), offset: clock.toUnix(0) },
  }
  record.rehearsal = { id, number, facts }
}

/** `POST /sandbox/v1/rehearsal` */
export const answerStartRehearsal = forBearer('rehearsals', async (gateway, exchange, { rights }) => {
  const { pool, environment } = gateway
  const started = startByProgram(pool, environment, rights.applicationId)
  const outcome = await beforeDeadline(gateway, exchange, started)
  if (outcome === 'running') throw new Problem('rehearsal_running')
  // Suspended or deleted since its token was looked up.
  if (outcome === 'no_application') throw invalidToken(gateway)
  sendJson(exchange, 201, JSON.stringify(describeRehearsal(await read(gateway, exchange, rights))))
})

/** `GET /sandbox/v1/rehearsal`: the latest one. */
export const answerReadRehearsal = forBearer('reads', async (gateway, exchange, { rights }) =>
  sendReport(exchange, await read(gateway, exchange, rights)),
)

/** `DELETE /sandbox/v1/rehearsal`: ends the one that is running. */
export const answerEndRehearsal = forBearer('rehearsals', async (gateway, exchange, { rights }) => {
  const { pool, environment } = gateway
  const ending = endByProgram(pool, environment, rights.applicationId)
  if (!(await beforeDeadline(gateway, exchange, ending))) throw new Problem('rehearsal_not_found')
  sendReport(exchange, await readRecorded(() => read(gateway, exchange, rights)))
})

/** With `Retry-After`, by which programs know that the outcomes are not final, while the last calls are missing. */
function sendReport(exchange: Exchange, found: RehearsalView): void {
  if (isRecording(found)) exchange.extraLines += line('Retry-After', 1)
  sendJson(exchange, 200, JSON.stringify(describeRehearsal(found)))
}

async function read(
  gateway: SandboxGateway,
  exchange: Exchange,
  { applicationId }: Rights,
): Promise<RehearsalView> {
  const began = performance.now()
  const found = await gateway.sandbox.readRehearsal(applicationId)
  gateway.noteSlow(exchange.endpoint, performance.now() - began, () => [exchange])
  if (!found) throw new Problem('rehearsal_not_found')
  return found
}
