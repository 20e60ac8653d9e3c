import type texts from '@/generated/messages/docs'
import type { Environment } from '@/generated/prisma/enums'
import { reservedMsisdn } from './msisdn'

type Purpose = keyof (typeof texts)['en']['accounts']['cases']

/** A shared test account of the Sandbox. Amounts are text with exactly the currency's decimals (ISO 4217). */
export type SandboxAccount = {
  msisdn: string
  type: 'customer' | 'retailer'
  status: 'active' | 'suspended' | 'barred'
  currency: string
  balance: string
  frozenBalance: string
  /** Milliseconds that the gateway waits before it responds. */
  delayMs: number
  /** True: the gateway responds 503 `unavailable`, as in an outage. */
  outage: boolean
  /** The purpose of the account, by its name in `accounts.cases` of messages/LANG/docs.json. */
  purpose: Purpose
}

/** An account as most are, but for `others`. */
function account(
  msisdn: string,
  balance: string,
  purpose: Purpose,
  others: Partial<SandboxAccount> = {},
): SandboxAccount {
  const ordinary = { type: 'customer', status: 'active', currency: 'XOF', frozenBalance: '0' } as const
  return { ...ordinary, delayMs: 0, outage: false, msisdn, balance, purpose, ...others }
}

/**
 * The documented test accounts, the same for every Sandbox application: the seed loads this list and the documentation
 * shows it. Programs may rely on them: change a line only together with the changelog.
 */
export const sandboxAccounts: readonly SandboxAccount[] = [
  account('221770000001', '12500', 'ordinary'),
  account('221770000002', '0', 'empty'),
  account('221770000003', '90071992547409931234', 'large'),
  account('212600000004', '1234.50', 'twoDecimals', { currency: 'MAD', frozenBalance: '0.00' }),
  account('216200000005', '87.125', 'threeDecimals', { currency: 'TND', frozenBalance: '0.000' }),
  account('221770000006', '4300', 'suspended', { status: 'suspended' }),
  account('221770000007', '150', 'barred', { status: 'barred' }),
  account('221770000008', '2450000', 'retailer', { type: 'retailer' }),
  account('221770000009', '7800', 'slow', { delayMs: 2000 }),
  account('221770000010', '500', 'outage', { outage: true }),
  account('221770000011', '60000', 'frozen', { frozenBalance: '15000' }),
  account('237650000012', '31000', 'elsewhere', { currency: 'XAF' }),
  account('221770000013', '-250', 'negative'),
  account('221771234567', '12500', 'examples'),
]

/** The account in the examples and in the first call. */
export const firstCallMsisdn = '221770000001'

/** The number of an application's first call. In Production it can be no one's. */
export function exampleMsisdn(environment: Environment): string {
  return environment === 'sandbox' ? firstCallMsisdn : reservedMsisdn
}
