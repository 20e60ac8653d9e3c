import type { operations } from './api.ts'

type Responses = operations['readAccount']['responses']
type TestResponses = operations['putTestAccount']['responses']

/** The response to a refused call to the account endpoint (RFC 9457). */
export type Problem = Responses[400 | 401 | 404 | 429 | 503]['content']['application/problem+json']

/** The codes of all endpoints: `code` of a problem, `error` of the token endpoint (RFC 6749 §5.2). */
export type ErrorCode =
  | Problem['code']
  | TestResponses[409 | 413 | 422]['content']['application/problem+json']['code']
  | operations['obtainToken']['responses'][400]['content']['application/json']['error']

/** The facts about a failed call. Neither credentials nor account numbers are part of it. */
export type Failure = {
  /** Absent if no response came. */
  status?: number
  code?: ErrorCode
  /** For the support of the operator. */
  requestId?: string
  /** Parameters that the gateway refused. */
  errors?: { parameter: string; message: string }[]
  /** In seconds, as the gateway asked for. */
  retryAfter?: number
}

/** Any call that did not succeed. */
export class GatewayError extends Error implements Failure {
  readonly status?: number
  readonly code?: ErrorCode
  readonly requestId?: string
  readonly errors: { parameter: string; message: string }[]
  readonly retryAfter?: number

  constructor(message: string, failure: Failure = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.status = failure.status
    this.code = failure.code
    this.requestId = failure.requestId
    this.errors = failure.errors ?? []
    this.retryAfter = failure.retryAfter
  }
}

/** 404: no such account, or none that the application may read. */
export class AccountNotFoundError extends GatewayError {}

/** 429 `quota_exceeded`, after the retries that were allowed. */
export class QuotaExceededError extends GatewayError {}

/** 400, 409, 413 or 422: the same call fails again. */
export class InvalidRequestError extends GatewayError {}

/** 401, or 403: the credentials, the token obtained with them, or the calling address are refused. */
export class CredentialsError extends GatewayError {}

/**
 * 5xx, a time-out or a connection that failed, after the retries that were allowed; or a success that is not
 * a gateway's.
 */
export class UnavailableError extends GatewayError {}

/** The class of a response that is not a success. */
export function errorFor(message: string, failure: Failure, cause?: unknown): GatewayError {
  const { status = 503 } = failure
  const Class =
    status === 404
      ? AccountNotFoundError
      : status === 429
        ? QuotaExceededError
        : status === 401 || status === 403 || failure.code === 'unauthorized_client'
          ? CredentialsError
          : status >= 500
            ? UnavailableError
            : InvalidRequestError
  return new Class(message, failure, cause)
}
