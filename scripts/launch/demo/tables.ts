import { columnsFrom } from '@/lib/translations'
import type { Name } from './world'

/** Owner, environment, name and description of each application, by what the story calls it. */
export const applications = {
  'teranga-tests': ['awa', 'sandbox', 'Teranga Pay (tests)', 'Recette de l’application mobile'],
  teranga: ['awa', 'production', 'Teranga Pay', 'Affiche le solde avant chaque paiement'],
  'ledger-tests': ['emily', 'sandbox', 'Harbour Ledger load tests', 'Nightly integration and load tests'],
  ledger: ['emily', 'production', 'Harbour Ledger', 'Reconciles merchants’ wallets with their books'],
  payouts: ['emily', 'production', 'Harbour Payouts', 'Checks the wallet before an invoice is paid'],
  'kiosque-tests': ['julien', 'sandbox', 'Kiosque Mobile', ''],
  kiosque: ['julien', 'production', 'Kiosque Mobile', 'Vente de titres de transport et de journaux'],
  'market-tests': ['grace', 'sandbox', 'Bright Market', 'Checkout of the online shop'],
  market: ['grace', 'production', 'Bright Market', 'Checkout of the online shop'],
  lumen: ['thomas', 'production', 'Lumen Primes', 'Vérifie le solde avant le prélèvement des primes'],
  'lumen-claims': ['thomas', 'production', 'Lumen Sinistres', 'Remboursement des sinistres'],
  'loans-tests': ['sarah', 'sandbox', 'Prototype', ''],
  payday: ['sarah', 'production', 'Payday Check', 'Shows customers when their salary has arrived'],
  loans: ['sarah', 'production', 'Quick Loans Scoring', 'Rates borrowers by their balance'],
  'sahel-tests': ['ibrahim', 'sandbox', 'Sahel Transfert', ''],
} satisfies Record<string, [owner: Name, 'sandbox' | 'production', name: string, description: string]>

export const organisations = {
  harbour: {
    legalName: 'Harbour Ledger Ltd',
    tradingName: 'Harbour Ledger',
    country: 'GB',
    registrationNumber: '09482113',
    taxNumber: 'GB 224 8817 05',
    website: 'https://harbour-ledger.example',
    registeredAddress: '4 Quay Street\nBristol BS1 6DZ',
    legalRepresentative: 'Emily Carter',
  },
  bright: {
    legalName: 'Bright Market Ltd',
    tradingName: 'Bright Market',
    country: 'GH',
    registrationNumber: 'CS014522019',
    taxNumber: 'C0008877213',
    website: 'https://bright-market.example',
    registeredAddress: '17 Ring Road East\nAccra',
    legalRepresentative: 'Grace Mensah',
  },
}

const account = { type: 'customer', status: 'active', currency: 'XOF', frozenBalance: '0' }

export const testAccounts = {
  'teranga-tests': [
    { ...account, msisdn: '221780000101', balance: '254000' },
    { ...account, msisdn: '221780000103', balance: '18500', frozenBalance: '5000' },
    { ...account, msisdn: '221780000104', balance: '7300', status: 'suspended' },
    { ...account, msisdn: '221780000105', balance: '1200', error: 'unavailable' },
  ],
  'kiosque-tests': [
    { ...account, msisdn: '221760000202', balance: '450', delayMs: 2000 },
    { ...account, msisdn: '212660000203', balance: '310.25', currency: 'MAD' },
    { ...account, msisdn: '221760000204', balance: '1250000', type: 'retailer', frozenBalance: '40000' },
  ],
}

const columns = 'msisdn,type,status,currency,balance,frozen_balance'

/** Accounts as operators export them; the first file has two lines that are wrong. */
export const accountFiles = {
  bad: `${columns}
221765550101,customer,active,XOF,12500,0
0765550102,customer,active,XOF,480,0
221765550103,customer,suspended,XOF,98 000,2000
`,
  good: `${columns}
221765550101,customer,active,XOF,12500,0
221765550103,customer,suspended,XOF,98000,2000
221765550104,retailer,active,XOF,1250000,40000
`,
}

export const announcements = {
  deprecation: {
    audience: 'recent_callers',
    endpoint: 'introspect',
    ...columnsFrom({
      title: { en: 'Token introspection ends', fr: 'Fin de l’introspection des jetons' },
      text: {
        en: 'Tokens say how long they are valid in expires_in. Stop calling the introspection endpoint.',
        fr: 'La durée d’un jeton est dans expires_in. Cessez d’appeler le point de terminaison d’introspection.',
      },
    }),
  },
  incident: {
    audience: 'production',
    ...columnsFrom({
      title: { en: 'Balances were slow', fr: 'Les soldes étaient lents' },
      text: {
        en: 'A database failed over. Some calls got a 503 and succeeded when they were repeated.',
        fr: 'Une base de données a basculé. Certains appels ont reçu un 503 et ont abouti à la tentative suivante.',
      },
    }),
  },
  maintenance: {
    audience: 'everyone',
    ...columnsFrom({
      title: { en: 'Maintenance of the wallet', fr: 'Maintenance du système de comptes' },
      text: {
        en: 'Some calls may return 503 for up to a minute at a time. Send them again.',
        fr: 'Certains appels peuvent renvoyer 503 pendant une minute au plus. Renvoyez-les.',
      },
    }),
  },
}
