/**
 * Why a return from the provider of single sign-on led nowhere: codes in URLs, with a message in
 * `provider.refused`.
 */
export const providerRefusals = [
  'cancelled',
  'expired',
  'rejected',
  'unavailable',
  'throttled',
  'suspended',
  'address_taken',
  'address_unverified',
  'last_administrator',
  'linked',
  'other_person',
  'session',
] as const

export type ProviderRefusalKey = (typeof providerRefusals)[number]
