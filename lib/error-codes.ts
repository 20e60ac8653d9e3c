type Place = 'token' | 'account' | 'sandbox' | 'any'

type Entry = {
  /** The endpoints it comes with. */
  places: readonly Place[]
  /** The usual one first. */
  statuses: readonly number[]
  /** Whether a caller may get it only because of where it calls from. */
  byAddress?: true
  /** Of problem+json (RFC 9457), with each `detail` that it comes with, the usual one first. */
  title?: string
  details?: readonly string[]
  /** Each `error_description` (RFC 6749 §5.2) that it comes with, the usual one first. */
  descriptions?: readonly string[]
}

function problem<const Details extends [string, ...string[]]>(
  places: Place[],
  status: number,
  title: string,
  details: Details,
) {
  return { places, statuses: [status] as const, title, details }
}

function oauth<const Descriptions extends string[]>(descriptions: Descriptions, ...statuses: number[]) {
  return { places: ['token' as const], statuses, descriptions }
}

/**
 * Every error code of the gateways with all that is said of it, besides the texts of its documentation in
 * `docs.codes`. Gateways can send no other code and no other sentence, and the documentation shows all of them. Of an
 * endpoint's codes with one status, those that are checked first come first.
 */
export const errorCodes = {
  invalid_request: {
    ...problem(['token', 'account', 'sandbox'], 400, 'Invalid request', [
      'The Authorization header must be: Bearer, a space, the access token.',
      'The Authorization header is given more than once.',
      'Send the access token in the Authorization header only.',
      'The request is not valid HTTP.',
      'The body must be JSON in UTF-8, with each name once.',
      'The body must not be compressed.',
    ]),
    ...oauth([
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
    ]),
    places: ['token', 'account', 'sandbox'],
    statuses: [400, 405, 413] as const,
  },
  invalid_client: { ...oauth(['Client authentication failed.'], 401), byAddress: true },
  unauthorized_client: oauth(['The application is suspended.'], 400),
  unsupported_grant_type: oauth(['The grant_type must be client_credentials.'], 400),
  invalid_scope: oauth(['No scopes are defined.'], 400),
  temporarily_unavailable: oauth(
    [
      'Too many failed attempts. Try again later.',
      'The service is temporarily unavailable. Try again shortly.',
    ],
    429,
    503,
  ),
  token_missing: problem(['account', 'sandbox'], 401, 'Access token missing', [
    'This endpoint requires an access token in the Authorization header.',
    'The Authorization header has no scheme. Write: Bearer, a space, the access token.',
    'The scheme has no colon. Write: Bearer, a space, the access token.',
    'Basic is for the token endpoint. Here, write: Bearer, a space, the access token.',
  ]),
  invalid_token: problem(['account', 'sandbox'], 401, 'Access token not accepted', [
    'The access token is unknown, has expired or was revoked. Request a new one.',
  ]),
  address_not_allowed: {
    ...problem(['account'], 403, 'Address not allowed', [
      'This application may not be called from this address.',
    ]),
    byAddress: true,
  },
  invalid_msisdn: problem(['account', 'sandbox'], 400, 'Invalid msisdn', [
    'The msisdn is missing or malformed.',
  ]),
  account_not_found: problem(['account', 'sandbox'], 404, 'Account not found', [
    'There is no such account, or this application may not read it.',
    'This application has no test account with this number.',
  ]),
  invalid_account: problem(['sandbox'], 422, 'Invalid test account', [
    'The body does not describe a test account.',
  ]),
  reserved: problem(['sandbox'], 409, 'Number reserved', [
    'This number is reserved, or belongs to a shared test account.',
  ]),
  too_many: problem(['sandbox'], 409, 'Too many test accounts', [
    'An application can have up to 100 test accounts.',
  ]),
  rehearsal_running: problem(['sandbox'], 409, 'Rehearsal running', [
    'A rehearsal of this application is running.',
  ]),
  rehearsal_not_found: problem(['sandbox'], 404, 'Rehearsal not found', [
    'This application has no such rehearsal.',
  ]),
  body_too_large: problem(['sandbox'], 413, 'Body too large', ['The body is larger than 64 KiB.']),
  quota_exceeded: problem(['account', 'sandbox'], 429, 'Quota exceeded', [
    'This application has used up its calls for the moment.',
    'Too many accounts were not found. Try again later.',
  ]),
  unavailable: problem(['account', 'sandbox'], 503, 'Temporarily unavailable', [
    'The service is temporarily unavailable. Try again shortly.',
  ]),
  not_found: problem(['any'], 404, 'Not found', ['There is no resource at this URL.']),
  method_not_allowed: problem(['any'], 405, 'Method not allowed', [
    'This URL does not support that method.',
    'This is not a proxy.',
  ]),
  request_timeout: problem(['any'], 408, 'Request timeout', ['The request was not completed in time.']),
  headers_too_large: problem(['any'], 431, 'Header fields too large', [
    'The header fields are larger than 16 KiB.',
    'There are more than 1000 header fields.',
  ]),
  expectation_failed: problem(['any'], 417, 'Expectation failed', ['Only 100-continue can be expected.']),
} satisfies Record<string, Entry>

type Codes = typeof errorCodes
export type ErrorCode = keyof Codes

/** The codes of problem+json, and those of the endpoints for tokens. */
export type ProblemCode = {
  [Code in ErrorCode]: Codes[Code] extends { title: string } ? Code : never
}[ErrorCode]
export type OAuthErrorCode = {
  [Code in ErrorCode]: Codes[Code] extends { descriptions: object } ? Code : never
}[ErrorCode]
export type ProblemDetail = Codes[ProblemCode]['details'][number]
export type OAuthDescription = Codes[OAuthErrorCode]['descriptions'][number]

export const errorCodeNames = Object.keys(errorCodes) as ErrorCode[]

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(errorCodes, value)
}

/** What is known of a code, whichever it is. */
export function describeCode(code: ErrorCode): Entry {
  return errorCodes[code]
}

/** Whether it can help to try the same again later. */
export function mayRetry(code: ErrorCode): boolean {
  return describeCode(code).statuses.some((status) => [408, 429, 503].includes(status))
}

/** The codes of an endpoint, or those it sends with a status. */
export function codesOf(place: Place, status?: number): ErrorCode[] {
  return errorCodeNames.filter((code) => {
    const { places, statuses } = describeCode(code)
    return places.includes(place) && (status === undefined || statuses.includes(status))
  })
}

/** What is wrong with a parameter, for the caller. */
export type ParameterError = { parameter: string; message: string }

/** The errors of a parameter, in `errors` of an `invalid_msisdn`. */
export const msisdnMessages = {
  missing: 'The parameter msisdn is required.',
  twice: 'The parameter msisdn must be given once.',
  malformed: 'The msisdn must be 6 to 15 digits in international form, with or without a leading +.',
} as const

/** The errors of a test account, in `errors` of an `invalid_account`. */
export const accountMessages = {
  msisdn: 'Must be 6 to 15 digits in international form, as text.',
  msisdn_reserved: 'This number is reserved.',
  msisdn_shared: 'This number belongs to a shared test account.',
  msisdn_differs: 'Must be the number in the URL.',
  twice: 'This number is given twice.',
  type: 'Must be customer or retailer.',
  status: 'Must be active, suspended or barred.',
  currency: 'Must be a currency code of ISO 4217, such as XOF.',
  units: 'Must be the unit of balance.',
  amount: "Must be a number of up to 30 digits, without an exponent, with at most the currency's decimals.",
  frozen: 'Must not be below zero.',
  kind: 'Must be null, or an object whose kind is error or delay.',
  delay: 'Must be above 0 and at most 5, with up to three decimals.',
  error: 'Must be unavailable, quota_exceeded or invalid_token.',
  calls: 'Must be a whole number from 1 to 1000000.',
  for: 'Must be a whole number of seconds from 1 to 86400.',
  fault_end: 'A fault ends after calls or seconds, not both.',
  object: 'Must be an object.',
  unknown: 'Has an unknown property.',
  fixture: 'Must be an object with an array of accounts.',
} as const
