import {
  addTestAccounts,
  alert,
  approve,
  ask,
  claim,
  create,
  decideOn,
  remove,
  reopen,
  replaceDocument,
  reply,
  resolveAlertOf,
  rotate,
  submit,
  suspend,
  upload,
} from './application-acts'
import {
  accept,
  announce,
  askForMore,
  decideLimit,
  lookForSupport,
  publishTerms,
  uploadAccounts,
} from './operator-acts'
import { accountFiles, terms } from './operator-texts'
import { found, limitValidity, moveInto, verify } from './organisation-acts'
import {
  type Act,
  addToTeam,
  inviteAddress,
  inviteReviewer,
  openInstallation,
  requestLink,
  signUp,
  suspendPerson,
} from './people-acts'
import { careful, hasty, rehearse } from './rehearsal-acts'

/** The records of the two organisations. */
const harbour = {
  legalName: 'Harbour Ledger Ltd',
  tradingName: 'Harbour Ledger',
  country: 'GB' as const,
  registrationNumber: '09482113',
  taxNumber: 'GB 224 8817 05',
  website: 'https://harbour-ledger.example',
  registeredAddress: '4 Quay Street\nBristol BS1 6DZ',
  legalRepresentative: 'Emily Carter',
}
const bright = {
  legalName: 'Bright Market Ltd',
  tradingName: 'Bright Market',
  country: 'GH' as const,
  registrationNumber: 'CS014522019',
  taxNumber: 'C0008877213',
  website: 'https://bright-market.example',
  registeredAddress: '17 Ring Road East\nAccra',
  legalRepresentative: 'Grace Mensah',
}

const account = { type: 'customer', status: 'active', currency: 'XOF', frozenBalance: '0' }

/**
 * What happened and when, in any order: so many weekdays ago at a time of day (UTC), or so many minutes ago. It reaches
 * back beyond a hundred days, when usage is summed into days.
 */
export const story: [when: string, act: Act][] = [
  ['98d 08:15', openInstallation('helen')],
  ['98d 08:40', publishTerms(1, terms[0], 'helen')],
  ['98d 09:30', inviteReviewer('helen', 'claire')],
  ['98d 10:05', inviteReviewer('helen', 'samuel')],

  // Teranga Pay: the oldest customer.
  ['95d 08:40', signUp('awa')],
  [
    '95d 08:52',
    create('awa', 'sandbox', 'teranga-tests', {
      name: 'Teranga Pay (tests)',
      description: 'Recette de l’application mobile',
    }),
  ],
  [
    '95d 09:20',
    addTestAccounts('teranga-tests', [
      { ...account, msisdn: '221780000101', balance: '254000' },
      { ...account, msisdn: '221780000102', balance: '0' },
      { ...account, msisdn: '221780000103', balance: '18500', frozenBalance: '5000' },
      { ...account, msisdn: '221780000104', balance: '7300', status: 'suspended' },
      { ...account, msisdn: '221780000105', balance: '1200', error: 'unavailable' },
    ]),
  ],
  ['94d 10:00', signUp('moussa')],
  ['94d 10:30', addToTeam('teranga-tests', 'moussa', 'member')],
  [
    '92d 14:10',
    create('awa', 'production', 'teranga', {
      name: 'Teranga Pay',
      description: 'Affiche le solde avant chaque paiement',
    }),
  ],
  ['92d 15:00', upload('teranga')],
  ['92d 15:20', submit('teranga')],
  ['91d 10:45', approve('teranga', 'claire')],
  ['90d 09:05', addToTeam('teranga', 'moussa', 'member')],
  ['30d 09:10', askForMore('teranga', 6000, 'Nous payons les salaires de trois nouveaux clients le 28.')],
  ['29d 15:20', decideLimit('teranga', 'claire', { outcome: 'approved', reason: '' })],
  ['1d 14:00', reopen('teranga')],
  ['1d 15:05', replaceDocument('teranga', 4)],
  ['1d 15:20', submit('teranga')],

  // Harbour Ledger: two owners, a rotation, a load test.
  ['40d 09:12', signUp('emily')],
  ['40d 11:40', signUp('daniel')],
  [
    '40d 13:02',
    create('emily', 'sandbox', 'ledger-tests', {
      name: 'Harbour Ledger load tests',
      description: 'Nightly integration tests and load tests',
    }),
  ],
  ['40d 13:30', addToTeam('ledger-tests', 'daniel', 'owner')],
  [
    '34d 09:45',
    create('emily', 'production', 'ledger', {
      name: 'Harbour Ledger',
      description: 'Reconciles merchants’ wallets with their books',
    }),
  ],
  ['34d 10:20', upload('ledger')],
  ['34d 10:31', submit('ledger')],
  ['33d 14:05', approve('ledger', 'samuel', [999000000001n, 999000000003n, 999000000005n])],
  ['33d 15:00', addToTeam('ledger', 'daniel', 'owner')],
  ['1500m', rotate('ledger', 72)],
  [
    '170m',
    askForMore(
      'ledger-tests',
      300,
      'Our nightly load test checks 18,000 wallets, and has to end before eight.',
    ),
  ],

  // Its organisation, and an application that relies on it.
  ['12d 09:30', found('emily', 'harbour', harbour)],
  ['12d 10:10', upload('harbour')],
  ['12d 10:20', limitValidity('harbour', 0, 70)],
  ['12d 10:30', submit('harbour')],
  ['11d 11:15', verify('harbour', 'claire')],
  ['11d 13:00', addToTeam('harbour', 'daniel', 'member')],
  ['10d 09:00', moveInto('harbour', 'ledger-tests')],
  ['10d 09:05', moveInto('harbour', 'ledger')],
  ['3d 13:00', rehearse('ledger-tests', careful, 7)],
  [
    '2d 09:00',
    create(
      'emily',
      'production',
      'payouts',
      { name: 'Harbour Payouts', description: 'Checks the wallet before a supplier’s invoice is paid' },
      'harbour',
    ),
  ],
  ['2d 09:30', upload('payouts')],
  ['125m', submit('payouts')],

  // Kiosque: in validation now.
  ['16d 08:20', signUp('julien')],
  ['16d 08:31', create('julien', 'sandbox', 'kiosque-tests', { name: 'Kiosque Mobile', description: '' })],
  [
    '16d 09:02',
    addTestAccounts('kiosque-tests', [
      { ...account, msisdn: '221760000201', balance: '98000' },
      { ...account, msisdn: '221760000202', balance: '450', delayMs: 2000 },
      { ...account, msisdn: '212660000203', balance: '310.25', currency: 'MAD' },
      { ...account, msisdn: '221760000204', balance: '1250000', type: 'retailer', frozenBalance: '40000' },
    ]),
  ],
  ['15d 10:00', signUp('fatou')],
  ['15d 10:25', addToTeam('kiosque-tests', 'fatou', 'member')],
  [
    '3d 09:40',
    create('julien', 'production', 'kiosque', {
      name: 'Kiosque Mobile',
      description: 'Vente de titres de transport et de journaux',
    }),
  ],
  ['3d 09:55', addToTeam('kiosque', 'fatou', 'member')],
  ['3d 10:10', inviteAddress('kiosque', 'paul.fay@kiosqe.example')],
  ['2d 11:00', upload('kiosque', 3)],
  ['240m', upload('kiosque')],
  ['210m', submit('kiosque')],
  ['9m', claim('kiosque', 'samuel')],
  [
    '8m',
    ask('kiosque', 'samuel', 'Bonjour, combien de consultations de solde prévoyez-vous par jour ouvré ?'),
  ],
  ['6m', reply('kiosque', 'Bonjour, environ 4 000 au lancement, et 15 000 d’ici six mois.')],
  ['5m', ask('kiosque', 'samuel', 'Volume plausible pour 120 kiosques. Reste l’extrait à vérifier.', true)],

  // Bright Market: changes requested.
  ['14d 13:15', signUp('grace')],
  [
    '14d 13:24',
    create('grace', 'sandbox', 'market-tests', {
      name: 'Bright Market',
      description: 'Checkout of the online shop',
    }),
  ],
  [
    '9d 10:00',
    create('grace', 'production', 'market', {
      name: 'Bright Market',
      description: 'Checkout of the online shop',
    }),
  ],
  ['9d 10:40', upload('market')],
  ['9d 10:52', submit('market')],
  ['8d 15:35', claim('market', 'samuel')],
  [
    '8d 15:58',
    decideOn('market', 'samuel', 'changes_requested', {
      reason:
        'One document cannot be accepted as it is. Everything else is in order; please replace it and submit again.',
      replace: [0, 'The extract is older than three months.'],
    }),
  ],
  ['1d 09:10', found('grace', 'bright', bright)],
  ['1d 10:00', upload('bright')],
  ['1d 10:05', limitValidity('bright', 0, 340)],
  ['140m', submit('bright')],
  ['26m', rehearse('market-tests', hasty)],

  // Lumen Assurances: overdue, and a draft.
  ['12d 09:00', signUp('thomas')],
  [
    '7d 09:20',
    create('thomas', 'production', 'lumen', {
      name: 'Lumen Primes',
      description: 'Vérifie le solde avant le prélèvement des primes',
    }),
  ],
  ['7d 10:00', upload('lumen')],
  ['7d 10:15', submit('lumen')],
  [
    '2d 16:20',
    create('thomas', 'production', 'lumen-claims', {
      name: 'Lumen Sinistres',
      description: 'Remboursement des sinistres',
    }),
  ],
  ['2d 16:45', upload('lumen-claims', 2)],

  // Quick Loans: deleted, rejected, suspended.
  ['26d 12:10', signUp('sarah')],
  ['26d 12:20', create('sarah', 'sandbox', 'loans-tests', { name: 'Prototype', description: '' })],
  [
    '24d 10:00',
    create('sarah', 'production', 'payday', {
      name: 'Payday Check',
      description: 'Shows customers when their salary has arrived',
    }),
  ],
  ['24d 10:30', upload('payday')],
  ['24d 10:41', submit('payday')],
  ['23d 11:20', approve('payday', 'claire')],
  [
    '16d 09:00',
    create('sarah', 'production', 'loans', {
      name: 'Quick Loans Scoring',
      description: 'Rates borrowers by their balance',
    }),
  ],
  ['16d 09:30', upload('loans')],
  ['16d 09:41', submit('loans')],
  [
    '15d 14:30',
    decideOn('loans', 'claire', 'rejected', {
      reason: 'Our terms do not allow balances to be used for rating borrowers.',
    }),
  ],
  ['10d 09:00', remove('loans-tests')],
  ['4d 13:35', alert('payday', '198.51.100.77')],
  [
    '4d 14:05',
    suspend('payday', 'helen', 'Thousands of requests for numbers that have no account. Please contact us.'),
  ],
  ['4d 14:08', resolveAlertOf('payday', 'helen')],
  ['95m', alert('teranga', '203.0.113.24')],

  // Sahel Transfert: a suspended developer.
  ['20d 08:00', signUp('ibrahim')],
  ['20d 08:10', create('ibrahim', 'sandbox', 'sahel-tests', { name: 'Sahel Transfert', description: '' })],
  ['11d 16:00', suspendPerson('ibrahim', 'helen', 'The account was used by someone else.')],

  // The operator's announcements.
  [
    '18d 10:00',
    announce(
      {
        kind: 'deprecation',
        audience: 'recent_callers',
        endpoint: 'introspect',
        titleEn: 'Token introspection ends',
        titleFr: 'Fin de l’introspection des jetons',
        textEn: 'Tokens say how long they are valid in expires_in. Stop calling the introspection endpoint.',
        textFr: 'La durée d’un jeton est dans expires_in. Cessez d’appeler le point d’accès d’introspection.',
      },
      { from: 0, to: 72, sunset: 200 * 24 },
      'helen',
    ),
  ],
  [
    '6d 15:20',
    announce(
      {
        kind: 'incident',
        audience: 'production',
        titleEn: 'Balances were slow',
        titleFr: 'Les soldes étaient lents',
        textEn: 'A database failed over. Some calls got a 503 and succeeded when they were repeated.',
        textFr: 'Une base de données a basculé. Certains appels ont reçu un 503 et ont abouti à la reprise.',
      },
      { from: 0, to: 1 },
      'helen',
    ),
  ],
  [
    '1d 16:00',
    announce(
      {
        kind: 'maintenance',
        audience: 'everyone',
        titleEn: 'Maintenance of the wallet',
        titleFr: 'Maintenance du porte-monnaie',
        textEn: 'Balances may be up to a minute old. No call fails.',
        textFr: 'Les soldes peuvent dater d’une minute. Aucun appel n’échoue.',
      },
      { from: 6 * 24, to: 6 * 24 + 3 },
      'helen',
    ),
  ],
  ['6d 10:00', publishTerms(2, terms[1], 'helen')],
  ['5d 09:30', accept('awa', 'emily', 'julien', 'grace', 'thomas', 'sarah', 'fatou')],
  ['5d 11:00', uploadAccounts(accountFiles.bad, 'helen')],
  ['5d 11:10', uploadAccounts(accountFiles.good, 'helen')],
  ['1d 11:30', lookForSupport('market-tests', 'helen', 'They asked why their program gets so many tokens.')],

  ['4m', requestLink('nadia')],
]
