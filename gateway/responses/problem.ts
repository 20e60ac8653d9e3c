import type { Exchange } from '@/gateway/exchange'
import { type ParameterError, type ProblemCode, type ProblemDetail, problemTexts } from '@/lib/problems'
import { line } from './lines'
import { sendResponse } from './send'

const problemLine = line('Content-Type', 'application/problem+json')

/** A refusal that is rendered as problem+json (RFC 9457). `detail` is public and never repeats the request. */
export class Problem extends Error {
  override name = 'Problem'
  constructor(
    readonly status: number,
    readonly code: ProblemCode,
    readonly detail: ProblemDetail,
    /** Of its head, each as `line` makes it. */
    readonly lines: string = '',
    readonly errors?: ParameterError[],
  ) {
    super(detail)
  }
}

/** 503: try again in a second. */
export function unavailable(): Problem {
  const detail = 'The service is temporarily unavailable. Try again shortly.'
  return new Problem(503, 'unavailable', detail, line('Retry-After', 1))
}

/** 400: `error` says what is wrong with the msisdn. */
export function invalidMsisdn(error: ParameterError | null): Problem {
  return new Problem(400, 'invalid_msisdn', 'The msisdn is missing or malformed.', '', error ? [error] : [])
}

/** The body of a problem: `type` is a page of the documentation, `instance` the request's id. */
export function renderProblem(portalUrl: string, problem: Problem, requestId: string): string {
  const { status, code, detail, errors } = problem
  return JSON.stringify({
    type: `${portalUrl}/docs/errors/${code}`,
    title: problemTexts[code].title,
    status,
    detail,
    instance: `urn:uuid:${requestId}`,
    code,
    errors,
  })
}

export function sendProblem(portalUrl: string, exchange: Exchange, problem: Problem): void {
  exchange.errorCode = problem.code
  const body = renderProblem(portalUrl, problem, exchange.requestId)
  sendResponse(exchange, problem.status, problemLine + problem.lines, body)
}
