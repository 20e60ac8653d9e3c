import type { Environment } from '@/generated/prisma/enums'
import { getSettings } from '@/lib/env'
import { type AccountRules, anyAccount } from './account-record'

/** What the settings allow: in Production alone, as the test accounts of the Sandbox are of several countries. */
export function rulesOf(environment: Environment): AccountRules {
  if (environment === 'sandbox') return anyAccount
  const { ACCOUNT_CURRENCIES: currencies, ACCOUNT_PREFIXES: prefixes } = getSettings()
  return { currencies, prefixes }
}
