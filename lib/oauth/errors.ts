/** The error codes of the endpoints: RFC 6749 §5.2, and `temporarily_unavailable` of §4.1.2.1. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'temporarily_unavailable'

/**
 * Why a known application's call was refused, for its owner: stored with the call (`recent_call.hint`), never sent to
 * the caller. `simulated`: a test account is set to this error.
 */
export const refusalCauses = [
  'other_environment',
  'no_secret',
  'wrong_secret',
  'suspended',
  'not_approved',
  'simulated',
] as const
export type RefusalCause = (typeof refusalCauses)[number]

type Extra = {
  refusalCause?: RefusalCause
  /** Seconds after which to try again. */
  retryAfter?: number
  /** Known although the call is refused, so that the application's owner can see it. */
  applicationId?: string
}

/** A refusal of the token, revocation or introspection endpoint. `description` is public, `refusalCause` is private. */
export class OAuthError extends Error {
  override name = 'OAuthError'
  readonly refusalCause: RefusalCause | undefined
  readonly retryAfter: number | undefined
  readonly applicationId: string | undefined

  constructor(
    readonly status: 400 | 401 | 405 | 413 | 429 | 503,
    readonly code: OAuthErrorCode,
    readonly description: string,
    extra: Extra = {},
  ) {
    super(description)
    this.refusalCause = extra.refusalCause
    this.retryAfter = extra.retryAfter
    this.applicationId = extra.applicationId
  }
}

/** 400 invalid_request: the request itself is malformed (RFC 6749 §5.2). */
export function invalidRequest(description: string): OAuthError {
  return new OAuthError(400, 'invalid_request', description)
}

/**
 * 401 invalid_client with the same text for every reason, so that a response does not reveal which part was wrong (RFC
 * 6749 §5.2, RFC 6819 §5.1.4.2).
 */
export function invalidClient(refusalCause?: RefusalCause, applicationId?: string): OAuthError {
  return new OAuthError(401, 'invalid_client', 'Client authentication failed.', {
    refusalCause,
    applicationId,
  })
}
