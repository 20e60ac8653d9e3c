import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Exchange } from '@/gateway/exchange'
import { closeGently } from '@/lib/connection-end'
import { errorCodes, type ParameterError, type ProblemCode, type ProblemDetail } from '@/lib/error-codes'
import { line, sendResponse } from './send'

const problemLine = line('Content-Type', 'application/problem+json')

type Extra = {
  /** Another than the code's usual one. */
  detail?: ProblemDetail
  /** Of its head, each as `line` makes it. */
  lines?: string
  errors?: ParameterError[]
}

/** A refusal that is rendered as problem+json (RFC 9457), with its code's status and sentence. It is public. */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  readonly detail: ProblemDetail
  readonly lines: string
  readonly errors: ParameterError[] | undefined

  constructor(
    readonly code: ProblemCode,
    { detail = errorCodes[code].details[0], lines = '', errors }: Extra = {},
  ) {
    super(detail)
    this.status = errorCodes[code].statuses[0]
    this.detail = detail
    this.lines = lines
    this.errors = errors
  }
}

/** 503: try again in a second. */
export function unavailable(): Problem {
  return new Problem('unavailable', { lines: line('Retry-After', 1) })
}

/** 400: `error` says what is wrong with the msisdn. */
export function invalidMsisdn(error: ParameterError | null): Problem {
  return new Problem('invalid_msisdn', { errors: error ? [error] : [] })
}

/** The body of a problem: `type` is a page of the documentation, `instance` the request's id. */
export function renderProblem(portalUrl: string, problem: Problem, requestId: string): string {
  const { status, code, detail, errors } = problem
  return JSON.stringify({
    type: `${portalUrl}/docs/errors/${code}`,
    title: errorCodes[code].title,
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

/** Responds on the bare socket when there is no parsed request to respond to, and closes it. */
export function sendRawProblem(socket: Duplex, portalUrl: string, problem: Problem): void {
  const requestId = randomUUID()
  const body = renderProblem(portalUrl, problem, requestId)
  const headers = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
  ]
  closeGently(socket, `${headers.join('\r\n')}\r\n${problem.lines}\r\n${body}`)
}
