import { findApplicationFor } from '@/lib/applications/queries'
import type { AuditAction } from '@/lib/audit/actions'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { database, type Transaction } from '@/lib/database'
import { done, type Result, refused } from '@/lib/result'
import { requireShown } from '@/lib/shown'
import { maskMsisdn } from '@/lib/wallet/msisdn'
import type { AccountChange, ChangeResult } from './changes'
import { findTestAccount, shownAccount } from './queries'
import type { TestAccount, TestAccountValues } from './schema'

/**
 * Creates an application's own test account in the Sandbox.
 * @param account checked by `testAccountSchema`
 * @returns refused `not_found` (another's, unknown, deleted or Production application), `exists` (the application has
 *   one with this number), `shared` (a shared account has it), `too_many` (over 100)
 */
export async function createTestAccount(
  applicationId: string,
  account: TestAccount,
  owner: Owner,
): Promise<Result<undefined, 'not_found' | 'exists' | 'shared' | 'too_many'>> {
  return inOwnSandbox(applicationId, owner, async (apply, record) => {
    const { outcome } = await apply({ kind: 'create', accounts: [account] })
    if (outcome === 'exists' || outcome === 'too_many') return refused(outcome)
    if (outcome === 'reserved') return refused('shared')
    if (outcome !== 'done') return refused('not_found')
    await record('test_account.created', { msisdn: maskMsisdn(account.msisdn) })
    return done(undefined)
  })
}

/**
 * Creates or replaces an application's own test account; a reset restores it as it is put here, without its fault.
 * @param account checked by `testAccountSchema`
 * @returns which of the two; refused `not_found` (another's, unknown, deleted or Production application), `shared`,
 *   `too_many`
 */
export async function putTestAccount(
  applicationId: string,
  account: TestAccount,
  owner: Owner,
): Promise<Result<'created' | 'replaced', 'not_found' | 'shared' | 'too_many'>> {
  return inOwnSandbox(applicationId, owner, async (apply, record) => {
    const { outcome } = await apply({ kind: 'put', accounts: [account] })
    if (outcome === 'too_many') return refused(outcome)
    if (outcome === 'reserved') return refused('shared')
    if (outcome !== 'done' && outcome !== 'replaced') return refused('not_found')
    const created = outcome === 'done'
    const action = created ? 'test_account.created' : 'test_account.changed'
    await record(action, { msisdn: maskMsisdn(account.msisdn) })
    return done(created ? 'created' : 'replaced')
  })
}

/**
 * Changes a test account; the values that a reset restores stay as they are.
 * @returns refused `not_found`, also for a deleted account
 */
export async function changeTestAccount(
  applicationId: string,
  msisdn: string,
  values: TestAccountValues,
  owner: Owner,
): Promise<Result<undefined, 'not_found'>> {
  return inOwnSandbox(applicationId, owner, async (apply, record, requireSame) => {
    await requireSame(msisdn)
    const { outcome } = await apply({ kind: 'change', msisdn, accounts: [{ ...values, msisdn }] })
    if (outcome !== 'done') return refused('not_found')
    await record('test_account.changed', { msisdn: maskMsisdn(msisdn) })
    return done(undefined)
  })
}

/**
 * Resets test accounts to their original values, without a fault: one, or all of the application's.
 * @returns how many it found
 */
export async function resetTestAccounts(
  applicationId: string,
  msisdn: string | null,
  owner: Owner,
): Promise<Result<number, 'not_found'>> {
  return inOwnSandbox(applicationId, owner, async (apply, record) => {
    const { outcome, accounts } = await apply({ kind: 'reset', msisdn })
    if (outcome !== 'done') return refused('not_found')
    await record('test_account.reset', { accounts: accounts.length })
    return done(accounts.length)
  })
}

/** Deletes a test account. @returns refused `not_found`, also for one that is already deleted */
export async function deleteTestAccount(
  applicationId: string,
  msisdn: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found'>> {
  return inOwnSandbox(applicationId, owner, async (apply, record, requireSame) => {
    await requireSame(msisdn)
    const { outcome } = await apply({ kind: 'delete', msisdn })
    if (outcome !== 'done') return refused('not_found')
    await record('test_account.deleted', { msisdn: maskMsisdn(msisdn) })
    return done(undefined)
  })
}

/**
 * Imports a fixture: new accounts are added, those with the same number replaced, others kept. All of it or nothing.
 * @param accounts read by `readFixture`
 * @returns how many; refused `not_found`, `shared` (the number of a shared account), `too_many` (over 100 in all)
 */
export async function importTestAccounts(
  applicationId: string,
  accounts: TestAccount[],
  owner: Owner,
): Promise<Result<number, 'not_found' | 'shared' | 'too_many'>> {
  return inOwnSandbox(applicationId, owner, async (apply, record) => {
    const { outcome } = await apply({ kind: 'import', accounts })
    if (outcome === 'too_many') return refused(outcome)
    if (outcome === 'reserved') return refused('shared')
    if (outcome !== 'done') return refused('not_found')
    await record('test_account.imported', { accounts: accounts.length })
    return done(accounts.length)
  })
}

/**
 * Keeps others from changing these applications' test accounts until the transaction ends. For several
 * applications in one call, which locks them in the order that gateways lock them too.
 */
export async function lockTestAccounts(transaction: Transaction, applicationIds: string[]): Promise<void> {
  await transaction.$executeRaw`SELECT lock_test_accounts(${applicationIds}::uuid[])`
}

type Apply = (change: AccountChange) => Promise<ChangeResult>
type RecordAction = (action: AuditAction, detail: { msisdn: string } | { accounts: number }) => Promise<void>

/** Runs one command on an application's test accounts in a transaction, with one change and its audit row. */
async function inOwnSandbox<Value, Reason extends string>(
  applicationId: string,
  owner: Owner,
  run: (
    apply: Apply,
    record: RecordAction,
    requireSame: (msisdn: string) => Promise<void>,
  ) => Promise<Result<Value, Reason>>,
): Promise<Result<Value, Reason | 'not_found'>> {
  return database().$transaction(async (transaction) => {
    const application = await findApplicationFor(owner.id, 'test_accounts', applicationId, transaction)
    if (application?.environment !== 'sandbox') return refused('not_found')
    const subject = { type: 'application', id: applicationId } as const
    return run(
      (change) => applyChange(transaction, applicationId, change),
      (action, detail) => recordAudit(transaction, owner, action, subject, detail),
      async (msisdn) => {
        await lockTestAccounts(transaction, [applicationId])
        const account = await findTestAccount(application, msisdn, transaction)
        if (account) requireShown(shownAccount(account))
      },
    )
  })
}

async function applyChange(
  transaction: Transaction,
  applicationId: string,
  change: AccountChange,
): Promise<ChangeResult> {
  const [row] = await transaction.$queryRaw<{ result: ChangeResult }[]>`
    SELECT change_test_accounts(ARRAY[${applicationId}::uuid], ARRAY[${JSON.stringify(change)}::jsonb]) -> 0 AS result`
  if (!row) throw new Error('no result')
  return row.result
}
