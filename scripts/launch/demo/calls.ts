import { Problem, renderProblem } from '@/gateway/responses/problem'
import { getSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { invalidClient } from '@/lib/oauth/errors'
import { writeResponse } from '@/lib/usage/request-log'
import type { RequestLogRow } from '@/lib/usage/schema'
import { maskMsisdn } from '@/lib/wallet/msisdn'

/** The error code of an account call with each status. */
const codes = {
  400: 'invalid_msisdn',
  401: 'invalid_token',
  404: 'account_not_found',
  429: 'quota_exceeded',
  503: 'unavailable',
} as const

export function codeOf(status: number, endpoint: 'account' | 'token' = 'account'): string | null {
  if (status < 400) return null
  return endpoint === 'token' ? invalidClient().code : codes[status as keyof typeof codes]
}

type Call = Pick<RequestLogRow, 'application_id' | 'address' | 'latency_ms' | 'status'> & {
  /** Unix milliseconds */
  at: number
  /** of a call to the account endpoint; null of one to the token endpoint */
  msisdn: string | null
  /** seconds, in a response that has them */
  retryAfter?: number
}

/** A call as a gateway records it, with the response where it was an error. */
export function makeCall({ at, msisdn, retryAfter = 1, ...rest }: Call): RequestLogRow {
  const endpoint = msisdn ? 'account' : 'token'
  const requestId = newId()
  return {
    ...rest,
    at: new Date(at).toISOString(),
    request_id: requestId,
    endpoint,
    method: msisdn ? 'GET' : 'POST',
    masked_msisdn: msisdn && maskMsisdn(msisdn),
    error_code: codeOf(rest.status, endpoint),
    hint: null,
    response: rest.status < 400 ? null : describeError(requestId, rest.status, endpoint, retryAfter),
  }
}

function describeError(requestId: string, status: number, endpoint: 'account' | 'token', retryAfter: number) {
  const common = `X-Request-Id: ${requestId}\nCache-Control: no-store\nContent-Type: `
  if (endpoint === 'token') {
    const { code, description } = invalidClient()
    const body = JSON.stringify({ error: code, error_description: description })
    return writeResponse({ head: `${common}application/json\nPragma: no-cache\n`, body })
  }
  const code = codes[status as keyof typeof codes]
  const wait = status === 429 || status === 503 ? `Retry-After: ${retryAfter}\n` : ''
  const problem = new Problem(code)
  const body = renderProblem(getSettings().PORTAL_URL, problem, requestId)
  return writeResponse({ head: `${common}application/problem+json\n${wait}`, body })
}
