import type { Environment } from '@/generated/prisma/enums'
import { reservedMsisdn } from './msisdn'

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
  /** The purpose of the account, in the languages of the portal. */
  caseEn: string
  caseFr: string
}

/** An account as most are, but for `others`. */
function account(
  msisdn: string,
  balance: string,
  caseEn: string,
  caseFr: string,
  others: Partial<SandboxAccount> = {},
): SandboxAccount {
  const ordinary = { type: 'customer', status: 'active', currency: 'XOF', frozenBalance: '0' } as const
  return { ...ordinary, delayMs: 0, outage: false, msisdn, balance, caseEn, caseFr, ...others }
}

/**
 * The documented test accounts, the same for every Sandbox application: the seed loads this list and the documentation
 * shows it. Programs may rely on them: change a line only together with the changelog.
 */
export const sandboxAccounts: readonly SandboxAccount[] = [
  account(
    '221770000001',
    '12500',
    'An ordinary balance, in a currency without decimals',
    'Un solde ordinaire, dans une devise sans décimales',
  ),
  account('221770000002', '0', 'Empty account', 'Compte vide'),
  account(
    '221770000003',
    '90071992547409931234',
    'Very large: more digits than a floating-point number holds',
    'Très grand : plus de chiffres qu’un nombre à virgule flottante n’en contient',
  ),
  account(
    '212600000004',
    '1234.50',
    'Two decimals, the last one a zero',
    'Deux décimales, dont un zéro final',
    {
      currency: 'MAD',
      frozenBalance: '0.00',
    },
  ),
  account('216200000005', '87.125', 'Three decimals', 'Trois décimales', {
    currency: 'TND',
    frozenBalance: '0.000',
  }),
  account('221770000006', '4300', 'A suspended account', 'Un compte suspendu', { status: 'suspended' }),
  account('221770000007', '150', 'A barred account', 'Un compte bloqué', { status: 'barred' }),
  account('221770000008', '2450000', 'A retailer', 'Un détaillant', { type: 'retailer' }),
  account('221770000009', '7800', 'A slow response (2 seconds)', 'Une réponse lente : après 2 secondes', {
    delayMs: 2000,
  }),
  account(
    '221770000010',
    '500',
    'An outage: always 503 “unavailable”',
    'Une panne : toujours 503 « unavailable »',
    { outage: true },
  ),
  account('221770000011', '60000', 'Part of the balance is frozen', 'Une partie du solde est gelée', {
    frozenBalance: '15000',
  }),
  account(
    '237650000012',
    '31000',
    'Another country and another currency',
    'Un autre pays et une autre devise',
    { currency: 'XAF' },
  ),
  account('221770000013', '-250', 'Negative balance', 'Solde négatif'),
  account(
    '221771234567',
    '12500',
    'The account of the examples in this documentation',
    'Le compte des exemples de cette documentation',
  ),
]

/** The account in the examples and in the first call. */
export const firstCallMsisdn = '221770000001'

/** The number of an application's first call. In Production it can be no one's. */
export function exampleMsisdn(environment: Environment): string {
  return environment === 'sandbox' ? firstCallMsisdn : reservedMsisdn
}
