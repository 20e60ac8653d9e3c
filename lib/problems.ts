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
      'Send the access token in the Authorization header only.',
      'The request is not valid HTTP.',
      'The body must be JSON in UTF-8, with each name once.',
      'The body must not be compressed.',
    ],
  },
  token_missing: {
    title: 'Access token missing',
    details: [
      'This endpoint requires an access token in the Authorization header.',
      'The Authorization header has no scheme. Write: Bearer, a space, the access token.',
      'The scheme has no colon. Write: Bearer, a space, the access token.',
      'Basic is for the token endpoint. Here, write: Bearer, a space, the access token.',
    ],
  },
  invalid_token: {
    title: 'Access token not accepted',
    details: ['The access token is unknown, has expired or was revoked. Request a new one.'],
  },
  address_not_allowed: {
    title: 'Address not allowed',
    details: ['This application may not be called from this address.'],
  },
  invalid_msisdn: { title: 'Invalid msisdn', details: ['The msisdn is missing or malformed.'] },
  account_not_found: {
    title: 'Account not found',
    details: [
      'There is no such account, or this application may not read it.',
      'This application has no test account with this number.',
    ],
  },
  invalid_account: { title: 'Invalid test account', details: ['The body does not describe a test account.'] },
  reserved: {
    title: 'Number reserved',
    details: ['This number is reserved, or belongs to a shared test account.'],
  },
  too_many: {
    title: 'Too many test accounts',
    details: ['An application can have up to 100 test accounts.'],
  },
  rehearsal_running: { title: 'Rehearsal running', details: ['A rehearsal of this application is running.'] },
  rehearsal_not_found: { title: 'Rehearsal not found', details: ['This application has no such rehearsal.'] },
  body_too_large: { title: 'Body too large', details: ['The body is larger than 64 KiB.'] },
  quota_exceeded: {
    title: 'Quota exceeded',
    details: [
      'This application has used up its calls for the moment.',
      'Too many accounts were not found. Try again later.',
    ],
  },
  unavailable: {
    title: 'Temporarily unavailable',
    details: ['The service is temporarily unavailable. Try again shortly.'],
  },
  not_found: { title: 'Not found', details: ['There is no resource at this URL.'] },
  method_not_allowed: {
    title: 'Method not allowed',
    details: ['This URL does not support that method.', 'This is not a proxy.'],
  },
  request_timeout: { title: 'Request timeout', details: ['The request was not completed in time.'] },
  headers_too_large: {
    title: 'Header fields too large',
    details: ['The header fields are larger than 16 KiB.', 'There are more than 1000 header fields.'],
  },
  expectation_failed: { title: 'Expectation failed', details: ['Only 100-continue can be expected.'] },
} as const

/** What is wrong with a parameter, for the caller. */
export type ParameterError = { parameter: string; message: string }

export type ProblemCode = keyof typeof problemTexts
export type ProblemDetail = (typeof problemTexts)[ProblemCode]['details'][number]

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
