import type { Messages } from '@/messages'

export type ErrorCode = keyof Messages['docs']['codes']

type Place = 'token' | 'account' | 'sandbox' | 'any'

/** For each code, the endpoints and statuses it comes with, and whether a retry can help. */
export const errorCodes: Record<ErrorCode, { places: Place[]; statuses: number[]; retry: boolean }> = {
  invalid_request: { places: ['token', 'account', 'sandbox'], statuses: [400, 405, 413], retry: false },
  invalid_client: { places: ['token'], statuses: [401], retry: false },
  unauthorized_client: { places: ['token'], statuses: [400], retry: false },
  unsupported_grant_type: { places: ['token'], statuses: [400], retry: false },
  invalid_scope: { places: ['token'], statuses: [400], retry: false },
  temporarily_unavailable: { places: ['token'], statuses: [429, 503], retry: true },
  token_missing: { places: ['account', 'sandbox'], statuses: [401], retry: false },
  invalid_token: { places: ['account', 'sandbox'], statuses: [401], retry: false },
  address_not_allowed: { places: ['account'], statuses: [403], retry: false },
  invalid_msisdn: { places: ['account', 'sandbox'], statuses: [400], retry: false },
  account_not_found: { places: ['account', 'sandbox'], statuses: [404], retry: false },
  invalid_account: { places: ['sandbox'], statuses: [422], retry: false },
  reserved: { places: ['sandbox'], statuses: [409], retry: false },
  too_many: { places: ['sandbox'], statuses: [409], retry: false },
  rehearsal_running: { places: ['sandbox'], statuses: [409], retry: false },
  rehearsal_not_found: { places: ['sandbox'], statuses: [404], retry: false },
  body_too_large: { places: ['sandbox'], statuses: [413], retry: false },
  quota_exceeded: { places: ['account', 'sandbox'], statuses: [429], retry: true },
  unavailable: { places: ['account', 'sandbox'], statuses: [503], retry: true },
  not_found: { places: ['any'], statuses: [404], retry: false },
  method_not_allowed: { places: ['any'], statuses: [405], retry: false },
  request_timeout: { places: ['any'], statuses: [408], retry: true },
  headers_too_large: { places: ['any'], statuses: [431], retry: false },
  expectation_failed: { places: ['any'], statuses: [417], retry: false },
}

export const errorCodeNames = Object.keys(errorCodes) as ErrorCode[]

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(errorCodes, value)
}
