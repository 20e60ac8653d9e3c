import type { OAuthDescription, OAuthErrorCode } from '@/lib/error-codes'

/**
 * Why a known application's call was refused, for its owner: stored with the call (`recent_call.hint`), never sent to
 * the caller. `simulated`: a test account is set to this error.
 */
export const refusalCauses = [
  'other_environment',
  'no_secret',
  'wrong_secret',
  'no_key',
  'wrong_assertion',
  'assertion_used',
  'address_not_allowed',
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
    readonly description: OAuthDescription,
    extra: Extra = {},
  ) {
    super(description)
    this.refusalCause = extra.refusalCause
    this.retryAfter = extra.retryAfter
    this.applicationId = extra.applicationId
  }
}

/** 400 invalid_request: the request itself is malformed (RFC 6749 §5.2). */
export function invalidRequest(description: OAuthDescription): OAuthError {
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
