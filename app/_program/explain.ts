import { setTimeout as pause } from 'node:timers/promises'
import { calledEnvironment, describeRequest, describeResponse, readCause } from '@/app/_calls/recorded-call'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { isErrorCode } from '@/lib/error-codes'
import { findCallsOfRequestFor } from '@/lib/usage/queries'
import { type Caller, textsOf } from './caller'
import { fail, type Outcome } from './outcome'
import type { ToolArguments } from './tools'

/** Gateways record their calls once a second. */
const flushedAfterMs = 1500

type Texts = Awaited<ReturnType<typeof textsOf>>
type Found = Awaited<ReturnType<typeof findCallsOfRequestFor>>[number]

/** What happened, what to do, and the call as it was made. */
export async function explainRequest(
  { requestId }: ToolArguments<'explain_request'>,
  { holder, locale }: Caller,
): Promise<Outcome> {
  const find = () => findCallsOfRequestFor(holder.owner.id, requestId.toLowerCase())
  let found = await find()
  if (found.length === 0) {
    await pause(flushedAfterMs)
    found = await find()
  }
  if (found.length === 0)
    return fail('not_found', 'No call of your applications with this ID is kept. List requests.', 'requestId')
  const texts = await textsOf({ locale })
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
