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

const ordinary = {
  type: 'customer',
  status: 'active',
  currency: 'XOF',
  frozenBalance: '0',
  delayMs: 0,
  outage: false,
} as const

/**
 * The documented test accounts, the same for every Sandbox application: the seed loads this list and the documentation
 * shows it. Programs may rely on them: change a line only together with the changelog.
 */
export const sandboxAccounts: readonly SandboxAccount[] = [
  {
    ...ordinary,
    msisdn: '221770000001',
    balance: '12500',
    caseEn: 'An ordinary balance, in a currency without decimals',
    caseFr: 'Un solde ordinaire, dans une devise sans décimales',
  },
  {
    ...ordinary,
    msisdn: '221770000002',
    balance: '0',
    caseEn: 'Empty account',
    caseFr: 'Compte vide',
  },
  {
    ...ordinary,
    msisdn: '221770000003',
    balance: '90071992547409931234',
    caseEn: 'Very large: more digits than a floating-point number holds',
    caseFr: 'Très grand : plus de chiffres qu’un nombre à virgule flottante n’en contient',
  },
  {
    ...ordinary,
    msisdn: '212600000004',
    currency: 'MAD',
    balance: '1234.50',
    frozenBalance: '0.00',
    caseEn: 'Two decimals, the last one a zero',
    caseFr: 'Deux décimales, dont un zéro final',
  },
  {
    ...ordinary,
    msisdn: '216200000005',
    currency: 'TND',
    balance: '87.125',
    frozenBalance: '0.000',
    caseEn: 'Three decimals',
    caseFr: 'Trois décimales',
  },
  {
    ...ordinary,
    msisdn: '221770000006',
    status: 'suspended',
    balance: '4300',
    caseEn: 'A suspended account',
    caseFr: 'Un compte suspendu',
  },
  {
    ...ordinary,
    msisdn: '221770000007',
    status: 'barred',
    balance: '150',
    caseEn: 'A barred account',
    caseFr: 'Un compte bloqué',
  },
  {
    ...ordinary,
    msisdn: '221770000008',
    type: 'retailer',
    balance: '2450000',
    caseEn: 'A retailer',
    caseFr: 'Un détaillant',
  },
  {
    ...ordinary,
    msisdn: '221770000009',
    balance: '7800',
    delayMs: 2000,
    caseEn: 'A slow response (2 seconds)',
    caseFr: 'Une réponse lente : après 2 secondes',
  },
  {
    ...ordinary,
    msisdn: '221770000010',
    balance: '500',
    outage: true,
    caseEn: 'An outage: always 503 “unavailable”',
    caseFr: 'Une panne : toujours 503 « unavailable »',
  },
  {
    ...ordinary,
    msisdn: '221770000011',
    balance: '60000',
    frozenBalance: '15000',
    caseEn: 'Part of the balance is frozen',
    caseFr: 'Une partie du solde est gelée',
  },
  {
    ...ordinary,
    msisdn: '237650000012',
    currency: 'XAF',
    balance: '31000',
    caseEn: 'Another country and another currency',
    caseFr: 'Un autre pays et une autre devise',
  },
  {
    ...ordinary,
    msisdn: '221770000013',
    balance: '-250',
    caseEn: 'Negative balance',
    caseFr: 'Solde négatif',
  },
  {
    ...ordinary,
    msisdn: '221771234567',
    balance: '12500',
    caseEn: 'The account of the examples in this documentation',
    caseFr: 'Le compte des exemples de cette documentation',
  },
]

/** The account in the examples and in the first call. */
export const firstCallMsisdn = '221770000001'

/** The number of an application's first call. In Production it can be no one's. */
export function exampleMsisdn(environment: Environment): string {
  return environment === 'sandbox' ? firstCallMsisdn : reservedMsisdn
}
