import type { ErrorCode } from './codes'

/** A typical gateway response for each code: its title, where it has one, and its description. */
export const errorExamples: Record<ErrorCode, [title: string, detail: string]> = {
  invalid_request: ['Invalid request', 'The parameter grant_type is missing.'],
  invalid_client: ['', 'Client authentication failed.'],
  unauthorized_client: ['', 'The application is suspended.'],
  unsupported_grant_type: ['', 'The grant_type must be client_credentials.'],
  invalid_scope: ['', 'No scopes are defined.'],
  temporarily_unavailable: ['', 'Too many failed attempts. Try again later.'],
  token_missing: ['Access token missing', 'This address needs an access token in the Authorization header.'],
  invalid_token: [
    'Access token not accepted',
    'The access token is unknown, has expired or was revoked. Ask for a new one.',
  ],
  invalid_msisdn: ['Invalid msisdn', 'The msisdn is missing or malformed.'],
  account_not_found: ['Account not found', 'There is no such account, or this application may not read it.'],
  quota_exceeded: ['Quota exceeded', 'This application has used up its calls for the moment.'],
  unavailable: ['Temporarily unavailable', 'The service cannot answer now. Try again shortly.'],
  not_found: ['Not found', 'There is nothing at this address.'],
  method_not_allowed: ['Method not allowed', 'This address does not know that method.'],
  request_timeout: ['Request timeout', 'The request was not completed in time.'],
  headers_too_large: ['Header fields too large', 'The header fields are larger than 16 KiB.'],
  expectation_failed: ['Expectation failed', 'Only 100-continue can be expected.'],
}
