import { STATUS_CODES } from 'node:http'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { getSettings } from '@/lib/env'
import {
  accountMessages,
  describeCode,
  type ErrorCode,
  msisdnMessages,
  type OAuthDescription,
  type ProblemDetail,
} from '@/lib/error-codes'

export type ErrorSentence = OAuthDescription | ProblemDetail

/** The two formats: RFC 6749 at the endpoints for tokens, RFC 9457 everywhere else. */
export type ErrorFormat = 'token' | 'account'

export const exampleRequestId = '0190b1d2-7c1b-7000-8000-000000000000'

/** Every sentence that a code comes with in this format, the usual one first; none if the format lacks the code. */
export function sentencesOf(code: ErrorCode, format: ErrorFormat): readonly string[] {
  const { descriptions, details } = describeCode(code)
  return (format === 'token' ? descriptions : details) ?? []
}

/** The body of an error response as a gateway sends it, but for the id of the request. */
export function exampleBody(
  code: ErrorCode,
  format: ErrorFormat,
  status: number,
  sentence = sentencesOf(code, format)[0],
): object {
  if (format === 'token') return { error: code, error_description: sentence }
  return {
    type: `${getSettings().PORTAL_URL}/docs/errors/${code}`,
    title: describeCode(code).title,
    status,
    detail: sentence,
    instance: `urn:uuid:${exampleRequestId}`,
    code,
    errors: exampleErrors[code],
  }
}

const exampleErrors: Partial<Record<ErrorCode, { parameter: string; message: string }[]>> = {
  invalid_msisdn: [{ parameter: 'msisdn', message: msisdnMessages.malformed }],
  invalid_account: [{ parameter: 'balance.value', message: accountMessages.amount }],
}

/** The whole response with a code's usual status and sentence: what its page shows. */
export function exampleResponse(code: ErrorCode, format: ErrorFormat): string {
  const status = describeCode(code).statuses[0] ?? 400
  const headers = Object.entries(exampleHeaders(code, format, status)).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const body = JSON.stringify(exampleBody(code, format, status), null, 2)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers, '', body].join('\n')
}

/** The headers that matter to the caller; the request's id is an example. */
function exampleHeaders(code: ErrorCode, format: ErrorFormat, status: number): Record<string, string> {
  return {
    'X-Request-Id': exampleRequestId,
    'Content-Type': format === 'token' ? 'application/json' : 'application/problem+json',
    ...(challengeOf(code, format, status) && { 'WWW-Authenticate': challengeOf(code, format, status) }),
    ...((status === 429 || status === 503) && { 'Retry-After': '1' }),
  }
}

/** RFC 6749 §5.2 and RFC 6750 §3, as the Sandbox writes them. */
function challengeOf(code: ErrorCode, format: ErrorFormat, status: number): string {
  if (format === 'token') return status === 401 ? 'Basic realm="sandbox"' : ''
  const metadata = `${gatewayAddresses('sandbox').baseUrl}/.well-known/oauth-protected-resource`
  const challenge = `Bearer realm="sandbox", resource_metadata="${metadata}"`
  if (code === 'token_missing') return challenge
  return code === 'invalid_token' || code === 'invalid_request' ? `${challenge}, error="${code}"` : ''
}
