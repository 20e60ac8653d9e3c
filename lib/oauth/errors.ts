/**
 * The error codes of the endpoints (RFC 6749 §5.2, and `temporarily_unavailable` of §4.1.2.1), and each
 * `error_description` that they come with, the usual one first. Gateways can send no other, and the documentation shows
 * all of them.
 */
export const oauthTexts = {
  invalid_request: [
    'The parameter grant_type is missing.',
    'The parameter token is missing.',
    'The content type must be application/x-www-form-urlencoded.',
    'The charset must be UTF-8.',
    'The body must not be compressed.',
    'The body is larger than 16 KiB.',
    'The body begins with a byte order mark.',
    'The request is not valid UTF-8.',
    'The request has a malformed %-escape.',
    'The request has a %-escape that is not UTF-8.',
    'The request has a control character.',
    'The body has a parameter without a name.',
    'A parameter is given more than once.',
    'The parameter client_id is longer than 64 characters.',
    'The parameter client_secret is longer than 256 characters.',
    'The parameter client_assertion is larger than 8 KiB.',
    'Client credentials must not be sent in the query string.',
    'The Authorization header is given more than once.',
    'The Authorization header is malformed.',
    'Client credentials are given in the header and in the body.',
    'The client_id in the header and the one in the body differ.',
    'The client_id is missing next to the client_secret.',
    'A client_assertion is given together with other client credentials.',
    'The parameters client_assertion and client_assertion_type must be given together.',
    'The client_assertion_type is unknown.',
    'The client_id and the sub of the client_assertion differ.',
    'This URL does not support that method.',
  ],
  invalid_client: ['Client authentication failed.'],
  unauthorized_client: ['The application is suspended.'],
  unsupported_grant_type: ['The grant_type must be client_credentials.'],
  invalid_scope: ['No scopes are defined.'],
  temporarily_unavailable: [
    'Too many failed attempts. Try again later.',
    'The service is temporarily unavailable. Try again shortly.',
  ],
} as const

export type OAuthErrorCode = keyof typeof oauthTexts
export type OAuthDescription = (typeof oauthTexts)[OAuthErrorCode][number]

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
