/**
 * Every error of problem+json responses (RFC 9457): the title of its code, and each `detail` that it comes with, the
 * usual one first. Gateways can send no other, and the documentation shows all of them.
 */
export const problemTexts = {
  invalid_request: {
    title: 'Invalid request',
    details: [
      'The Authorization header must be: Bearer, a space, the access token.',
      'The Authorization header is given more than once.',
      'The access token must stand in the Authorization header only.',
      'The request is not valid HTTP.',
    ],
  },
  token_missing: {
    title: 'Access token missing',
    details: ['This address needs an access token in the Authorization header.'],
  },
  invalid_token: {
    title: 'Access token not accepted',
    details: ['The access token is unknown, has expired or was revoked. Ask for a new one.'],
  },
  invalid_msisdn: { title: 'Invalid msisdn', details: ['The msisdn is missing or malformed.'] },
  account_not_found: {
    title: 'Account not found',
    details: ['There is no such account, or this application may not read it.'],
  },
  quota_exceeded: {
    title: 'Quota exceeded',
    details: [
      'This application has used up its calls for the moment.',
      'Too many accounts were not found. Try again later.',
    ],
  },
  unavailable: {
    title: 'Temporarily unavailable',
    details: ['The service cannot answer now. Try again shortly.'],
  },
  not_found: { title: 'Not found', details: ['There is nothing at this address.'] },
  method_not_allowed: {
    title: 'Method not allowed',
    details: ['This address does not know that method.', 'This is not a proxy.'],
  },
  request_timeout: { title: 'Request timeout', details: ['The request was not completed in time.'] },
  headers_too_large: {
    title: 'Header fields too large',
    details: ['The header fields are larger than 16 KiB.', 'There are more than 1000 header fields.'],
  },
  expectation_failed: { title: 'Expectation failed', details: ['Only 100-continue can be expected.'] },
} as const

export type ProblemCode = keyof typeof problemTexts
export type ProblemDetail = (typeof problemTexts)[ProblemCode]['details'][number]

/** What is wrong with a parameter, in `errors` of an `invalid_msisdn`. */
export const msisdnMessages = {
  missing: 'The parameter msisdn is required.',
  twice: 'The parameter msisdn must be given once.',
  malformed: 'The msisdn must be 6 to 15 digits in international form, with or without a leading +.',
} as const
