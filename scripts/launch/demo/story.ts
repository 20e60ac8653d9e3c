import * as applicationActs from './application-acts'
import * as operatorActs from './operator-acts'
import * as peopleActs from './people-acts'
import * as rehearsalActs from './rehearsal-acts'
import * as validationActs from './validation-acts'
import type { World } from './world'

/** The steps of the story, carried out by the product's own commands at the time that the clock shows. */
export const acts = {
  ...peopleActs,
  ...applicationActs,
  ...validationActs,
  ...rehearsalActs,
  ...operatorActs,
}

type Rest<Act> = Act extends (world: World, ...rest: infer Values) => unknown ? Values : never
type Step = {
  [Act in keyof typeof acts]: [when: string, act: Act, ...Rest<(typeof acts)[Act]>]
}[keyof typeof acts]

/**
 * What happened and when, in any order: so many weekdays ago at a time of day (UTC), or so many minutes ago. It reaches
 * back beyond a hundred days, when usage is summed into days.
 */
export const story: Step[] = [
  ['98d 08:15', 'openInstallation', 'helen'],
  ['98d 08:40', 'publishTerms', 1, 'helen'],
  ['98d 09:30', 'inviteReviewer', 'helen', 'claire'],
  ['98d 10:05', 'inviteReviewer', 'helen', 'samuel'],

  // Teranga Pay: the oldest customer.
  ['95d 08:40', 'signUp', 'awa'],
  ['95d 08:52', 'createApplication', 'teranga-tests'],
  ['95d 09:20', 'addTestAccounts', 'teranga-tests'],
  ['94d 10:00', 'signUp', 'moussa'],
  ['94d 10:30', 'addToTeam', 'teranga-tests', 'moussa', 'member'],
  ['92d 14:10', 'createApplication', 'teranga'],
  ['92d 15:00', 'upload', 'teranga'],
  ['92d 15:20', 'submitDocuments', 'teranga'],
  ['91d 10:45', 'approve', 'teranga', 'claire'],
  ['90d 09:05', 'addToTeam', 'teranga', 'moussa', 'member'],
  ['30d 09:10', 'askForMore', 'teranga', 6000, 'Nous payons les salaires de trois nouveaux clients le 28.'],
  ['29d 15:20', 'decideLimit', 'teranga', 'claire', 'approved'],
  ['1d 14:00', 'reopen', 'teranga'],
  ['1d 15:05', 'replaceDocument', 'teranga', 4],
  ['1d 15:20', 'submitDocuments', 'teranga'],
  ['95m', 'alert', 'teranga', '203.0.113.24'],

  // Harbour Ledger: two owners, a rotation, a load test.
  ['40d 09:12', 'signUp', 'emily'],
  ['40d 11:40', 'signUp', 'daniel'],
  ['40d 13:02', 'createApplication', 'ledger-tests'],
  ['40d 13:30', 'addToTeam', 'ledger-tests', 'daniel', 'owner'],
  ['34d 09:45', 'createApplication', 'ledger'],
  ['34d 10:20', 'upload', 'ledger'],
  ['34d 10:31', 'submitDocuments', 'ledger'],
  ['33d 14:05', 'approve', 'ledger', 'samuel', [999000000001n, 999000000003n, 999000000005n]],
  ['33d 15:00', 'addToTeam', 'ledger', 'daniel', 'owner'],
  ['1500m', 'rotateClientSecret', 'ledger', 72],
  ['170m', 'askForMore', 'ledger-tests', 300, 'Our nightly test checks 18,000 wallets before eight.'],

  // Its organisation, and an application that relies on it.
  ['12d 09:30', 'found', 'emily', 'harbour'],
  ['12d 10:10', 'upload', 'harbour'],
  ['12d 10:20', 'limitValidity', 'harbour', 0, 70],
  ['12d 10:30', 'submitDocuments', 'harbour'],
  ['11d 11:15', 'verify', 'harbour', 'claire'],
  ['11d 13:00', 'addToTeam', 'harbour', 'daniel', 'member'],
  ['10d 09:00', 'moveInto', 'harbour', 'ledger-tests'],
  ['10d 09:05', 'moveInto', 'harbour', 'ledger'],
  ['3d 13:00', 'rehearse', 'ledger-tests', 'careful', 7],
  ['2d 09:00', 'createApplication', 'payouts', 'harbour'],
  ['2d 09:30', 'upload', 'payouts'],
  ['125m', 'submitDocuments', 'payouts'],

  // Kiosque: in validation now.
  ['16d 08:20', 'signUp', 'julien'],
  ['16d 08:31', 'createApplication', 'kiosque-tests'],
  ['16d 09:02', 'addTestAccounts', 'kiosque-tests'],
  ['15d 10:00', 'signUp', 'fatou'],
  ['15d 10:25', 'addToTeam', 'kiosque-tests', 'fatou', 'member'],
  ['3d 09:40', 'createApplication', 'kiosque'],
  ['3d 09:55', 'addToTeam', 'kiosque', 'fatou', 'member'],
  ['3d 10:10', 'inviteAddress', 'kiosque', 'paul.fay@kiosqe.example'],
  ['2d 11:00', 'upload', 'kiosque', 3],
  ['240m', 'upload', 'kiosque'],
  ['210m', 'submitDocuments', 'kiosque'],
  ['9m', 'claim', 'kiosque', 'samuel'],
  ['8m', 'ask', 'kiosque', 'samuel', 'Bonjour, combien de consultations de solde prévoyez-vous par jour ?'],
  ['6m', 'reply', 'kiosque', 'Bonjour, environ 4 000 au lancement, et 15 000 d’ici six mois.'],
  ['5m', 'ask', 'kiosque', 'samuel', 'Volume plausible pour 120 kiosques. Reste l’extrait à vérifier.', true],

  // Bright Market: changes requested, and an organisation in verification.
  ['14d 13:15', 'signUp', 'grace'],
  ['14d 13:24', 'createApplication', 'market-tests'],
  ['9d 10:00', 'createApplication', 'market'],
  ['9d 10:40', 'upload', 'market'],
  ['9d 10:52', 'submitDocuments', 'market'],
  ['8d 15:35', 'claim', 'market', 'samuel'],
  [
    '8d 15:58',
    'decideOn',
    'market',
    'samuel',
    'changes_requested',
    'One document cannot be accepted as it is. Everything else is in order; please replace it and submit again.',
    'The extract is older than three months.',
  ],
  ['1d 09:10', 'found', 'grace', 'bright'],
  ['1d 10:00', 'upload', 'bright'],
  ['1d 10:05', 'limitValidity', 'bright', 0, 340],
  ['1d 11:30', 'lookForSupport', 'market-tests', 'helen', 'They asked why they get so many tokens.'],
  ['140m', 'submitDocuments', 'bright'],
  ['26m', 'rehearse', 'market-tests', 'hasty'],

  // Lumen Assurances: overdue, and a draft.
  ['12d 09:00', 'signUp', 'thomas'],
  ['7d 09:20', 'createApplication', 'lumen'],
  ['7d 10:00', 'upload', 'lumen'],
  ['7d 10:15', 'submitDocuments', 'lumen'],
  ['2d 16:20', 'createApplication', 'lumen-claims'],
  ['2d 16:45', 'upload', 'lumen-claims', 2],

  // Quick Loans: deleted, rejected, suspended.
  ['26d 12:10', 'signUp', 'sarah'],
  ['26d 12:20', 'createApplication', 'loans-tests'],
  ['24d 10:00', 'createApplication', 'payday'],
  ['24d 10:30', 'upload', 'payday'],
  ['24d 10:41', 'submitDocuments', 'payday'],
  ['23d 11:20', 'approve', 'payday', 'claire'],
  ['16d 09:00', 'createApplication', 'loans'],
  ['16d 09:30', 'upload', 'loans'],
  ['16d 09:41', 'submitDocuments', 'loans'],
  ['15d 14:30', 'decideOn', 'loans', 'claire', 'rejected', 'Our terms do not allow the rating of borrowers.'],
  ['10d 09:00', 'removeApplication', 'loans-tests'],
  ['4d 13:35', 'alert', 'payday', '198.51.100.77'],
  ['4d 14:05', 'suspend', 'payday', 'helen', 'Thousands of requests for numbers without an account.'],
  ['4d 14:08', 'resolveAlertOf', 'payday', 'helen'],

  // Sahel Transfert: a suspended developer.
  ['20d 08:00', 'signUp', 'ibrahim'],
  ['20d 08:10', 'createApplication', 'sahel-tests'],
  ['11d 16:00', 'suspendPerson', 'ibrahim', 'helen', 'The account was used by someone else.'],

  // What the operator publishes.
  ['18d 10:00', 'announce', 'deprecation', 'helen', 0, 72, 200 * 24],
  ['6d 10:00', 'publishTerms', 2, 'helen'],
  ['6d 15:20', 'announce', 'incident', 'helen', 0, 1],
  ['5d 09:30', 'acceptNewTerms', 'awa', 'emily', 'julien', 'grace', 'thomas', 'sarah', 'fatou'],
  ['5d 11:00', 'uploadAccounts', 'bad', 'helen'],
  ['5d 11:10', 'uploadAccounts', 'good', 'helen'],
  ['1d 16:00', 'announce', 'maintenance', 'helen', 6 * 24, 6 * 24 + 3],

  ['4m', 'requestLink', 'nadia'],
]
