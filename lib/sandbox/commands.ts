import { z } from 'zod'
import { sandboxApplication } from '@/lib/applications/target'
import { command } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { done, refused } from '@/lib/result'
import { maskMsisdn } from '@/lib/wallet/msisdn'
import type { ChangeResult, TestAccountChange } from './changes'
import { parseFixture } from './fixture'
import { findTestAccount, versionedAccount } from './queries'
import { knownMsisdn, testAccountChangeSchema, testAccountSchema } from './schema'

/** A Sandbox application, whose test accounts no one else changes until the transaction ends. */
const testAccounts: typeof sandboxApplication = {
  ...sandboxApplication,
  lock: (transaction, id) => lockTestAccounts(transaction, [id]),
}

const ofTeam = { on: testAccounts, right: 'test_accounts' } as const

/**
 * Creates an application's own test account.
 * @returns refused `exists` (the application has one with this number), `shared` (a shared account has it), `too_many`
 *   (over 100)
 */
export const createTestAccount = command({
  ...ofTeam,
  input: testAccountSchema,
  audit: 'test_account.created',
  async run({ transaction, application, input, record }) {
    const { outcome } = await applyChange(transaction, application, { kind: 'create', accounts: [input] })
    if (outcome === 'exists') return refused(outcome)
    if (outcome !== 'done') return refuseChange(outcome)
    record(testAccounts.subject(application), { msisdn: maskMsisdn(input.msisdn) })
    return done(undefined)
  },
})

/**
 * Creates or replaces an application's own test account; a reset restores it as it is put here, without its fault.
 * @returns which of the two; refused `shared`, `too_many`
 */
export const putTestAccount = command({
  ...ofTeam,
  input: testAccountSchema,
  audit: ['test_account.created', 'test_account.changed'],
  async run({ transaction, application, input, record }) {
    const { outcome } = await applyChange(transaction, application, { kind: 'put', accounts: [input] })
    if (outcome !== 'done' && outcome !== 'replaced') return refuseChange(outcome)
    const action = outcome === 'done' ? 'test_account.created' : 'test_account.changed'
    record(testAccounts.subject(application), { msisdn: maskMsisdn(input.msisdn) }, action)
    return done(outcome === 'done' ? ('created' as const) : ('replaced' as const))
  },
})

/** Changes a test account; the values that a reset restores stay as they are. @returns refused `no_account` */
export const changeTestAccount = command({
  ...ofTeam,
  input: testAccountChangeSchema,
  audit: 'test_account.changed',
  version: ({ transaction, application, input }) => findShown(transaction, application, input.msisdn),
  async run({ transaction, application, input, record }) {
    const { msisdn } = input
    const change: TestAccountChange = { kind: 'change', msisdn, accounts: [input] }
    if ((await applyChange(transaction, application, change)).outcome !== 'done') return refused('no_account')
    record(testAccounts.subject(application), { msisdn: maskMsisdn(msisdn) })
    return done(undefined)
  },
})

/**
 * Resets test accounts to their original values, without a fault: one, or all of the application's.
 * @returns how many it found
 */
export const resetTestAccounts = command({
  ...ofTeam,
  input: z.object({ msisdn: knownMsisdn.optional() }),
  audit: 'test_account.reset',
  async run({ transaction, application, input: { msisdn = null }, record }) {
    const { outcome, accounts } = await applyChange(transaction, application, { kind: 'reset', msisdn })
    if (outcome !== 'done') return refused('not_found')
    record(testAccounts.subject(application), { accounts: accounts.length })
    return done(accounts.length)
  },
})

/** Deletes a test account. @returns refused `no_account` */
export const deleteTestAccount = command({
  ...ofTeam,
  irreversible: true,
  input: z.object({ msisdn: knownMsisdn }),
  audit: 'test_account.deleted',
  version: ({ transaction, application, input }) => findShown(transaction, application, input.msisdn),
  async run({ transaction, application, input: { msisdn }, record }) {
    const { outcome } = await applyChange(transaction, application, { kind: 'delete', msisdn })
    if (outcome !== 'done') return refused('no_account')
    record(testAccounts.subject(application), { msisdn: maskMsisdn(msisdn) })
    return done(undefined)
  },
})

/**
 * Imports a fixture: new accounts are added, those with the same number replaced, others kept. All of it or nothing.
 * @returns how many; refused `not_a_fixture`, `fault` (with the first one), `shared`, `too_many` (over 100 in all)
 */
export const importTestAccounts = command({
  ...ofTeam,
  input: z.object({ fixture: z.string('file') }),
  audit: 'test_account.imported',
  async prepare({ input }) {
    const read = parseFixture(input.fixture)
    if (read.ok || typeof read.reason === 'string') return read as Exclude<typeof read, { reason: object }>
    return { ...refused('fault'), fault: read.reason[0] }
  },
  async run({ transaction, application, prepared: accounts, record }) {
    const { outcome } = await applyChange(transaction, application, { kind: 'import', accounts })
    if (outcome !== 'done') return refuseChange(outcome)
    record(testAccounts.subject(application), { accounts: accounts.length })
    return done(accounts.length)
  },
})

/**
 * Keeps others from changing these applications' test accounts until the transaction ends. For several
 * applications in one call, which locks them in the order that gateways lock them too.
 */
export async function lockTestAccounts(transaction: Transaction, applicationIds: string[]): Promise<void> {
  await transaction.$executeRaw`SELECT lock_test_accounts(${applicationIds}::uuid[])`
}

/** Why an account is not put; `not_found` for an application that was deleted meanwhile. */
function refuseChange(outcome: ChangeResult['outcome']) {
  if (outcome === 'too_many') return refused(outcome)
  return outcome === 'reserved' ? refused('shared') : refused('not_found')
}

async function findShown(transaction: Transaction, application: { id: string }, msisdn: string) {
  const account = await findTestAccount(application, msisdn, transaction)
  return account ? versionedAccount(account) : undefined
}

async function applyChange(
  transaction: Transaction,
  { id }: { id: string },
  change: TestAccountChange,
): Promise<ChangeResult> {
  const [row] = await transaction.$queryRaw<{ result: ChangeResult }[]>`
    SELECT change_test_accounts(ARRAY[${id}::uuid], ARRAY[${JSON.stringify(change)}::jsonb]) -> 0 AS result`
  if (!row) throw new Error('no result')
  return row.result
}
