import { Prisma } from '@/generated/prisma/client'
import { findApplicationFor } from '@/lib/applications/queries'
import type { AuditAction } from '@/lib/audit/actions'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { database, type Transaction } from '@/lib/database'
import { done, type Result, refused } from '@/lib/result'
import { maskMsisdn } from '@/lib/wallet/msisdn'
import { type TestAccount, type TestAccountValues, testAccountLimit } from './schema'

// The values `v` of an account from JSON: amounts as text, so that `numeric` gets every digit and trailing zero.
const columns = Prisma.sql`type account_type, status account_status, currency text, balance numeric,
  "frozenBalance" numeric, "delayMs" int, error text`
const assignment = Prisma.sql`
  type = v.type, status = v.status, currency = v.currency, balance = v.balance, frozen_balance = v."frozenBalance",
  simulated_delay_ms = v."delayMs", simulated_error = v.error,
  as_of = CASE WHEN (a.currency, a.balance, a.frozen_balance)
                    IS DISTINCT FROM (v.currency, v.balance, v."frozenBalance") THEN now() ELSE a.as_of END`

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
  return inOwnSandbox(applicationId, owner, async (transaction) => {
    if (await anyShared(transaction, [account])) return refused('shared')
    if ((await countOwn(transaction, applicationId)) >= testAccountLimit) return refused('too_many')
    const where = { applicationId, msisdn: BigInt(account.msisdn) }
    if ((await transaction.testAccount.count({ where })) > 0) return refused('exists')
    await write(transaction, applicationId, [account])
    return recorded(transaction, owner, 'test_account.created', applicationId, account.msisdn)
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
  return inOwnSandbox(applicationId, owner, async (transaction) => {
    const row = JSON.stringify(values)
    const count = await transaction.$executeRaw`
      UPDATE test_account a SET ${assignment}
      FROM jsonb_to_record(${row}::jsonb) AS v (${columns})
      WHERE a.application_id = ${applicationId}::uuid AND a.msisdn = ${msisdn}::bigint`
    if (count === 0) return refused('not_found')
    return recorded(transaction, owner, 'test_account.changed', applicationId, msisdn)
  })
}

/**
 * Resets test accounts to their original values: one, or all of the application's.
 * @returns how many it found
 */
export async function resetTestAccounts(
  applicationId: string,
  msisdn: string | null,
  owner: Owner,
): Promise<Result<number, 'not_found'>> {
  return inOwnSandbox(applicationId, owner, async (transaction) => {
    const count = await transaction.$executeRaw`
      UPDATE test_account a SET ${assignment}
      FROM test_account o, jsonb_to_record(o.original) AS v (${columns})
      WHERE a.application_id = ${applicationId}::uuid AND (${msisdn}::bigint IS NULL OR a.msisdn = ${msisdn}::bigint)
        AND (o.application_id, o.msisdn) = (a.application_id, a.msisdn)`
    if (msisdn !== null && count === 0) return refused('not_found')
    await record(transaction, owner, 'test_account.reset', applicationId, { accounts: count })
    return done(count)
  })
}

/** Deletes a test account. @returns refused `not_found`, also for one that is already deleted */
export async function deleteTestAccount(
  applicationId: string,
  msisdn: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found'>> {
  return inOwnSandbox(applicationId, owner, async (transaction) => {
    const { count } = await transaction.testAccount.deleteMany({
      where: { applicationId, msisdn: BigInt(msisdn) },
    })
    if (count === 0) return refused('not_found')
    return recorded(transaction, owner, 'test_account.deleted', applicationId, msisdn)
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
  return inOwnSandbox(applicationId, owner, async (transaction) => {
    if (await anyShared(transaction, accounts)) return refused('shared')
    const others = await transaction.testAccount.count({
      where: { applicationId, msisdn: { notIn: accounts.map(({ msisdn }) => BigInt(msisdn)) } },
    })
    if (others + accounts.length > testAccountLimit) return refused('too_many')
    await write(transaction, applicationId, accounts)
    await record(transaction, owner, 'test_account.imported', applicationId, { accounts: accounts.length })
    return done(accounts.length)
  })
}

/**
 * Runs one command on an application's test accounts in a transaction. Commands on one application are serialised, so
 * that the limit is kept.
 */
async function inOwnSandbox<Value, Reason extends string>(
  applicationId: string,
  owner: Owner,
  run: (transaction: Transaction) => Promise<Result<Value, Reason>>,
): Promise<Result<Value, Reason | 'not_found'>> {
  return database().$transaction(async (transaction) => {
    const application = await findApplicationFor(owner.id, 'test_accounts', applicationId, transaction)
    if (application?.environment !== 'sandbox') return refused('not_found')
    // Not the application's row: a gateway that mints a token would wait for it.
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('test_account' || ${applicationId}, 0))`
    return run(transaction)
  })
}

async function anyShared(transaction: Transaction, accounts: TestAccount[]): Promise<boolean> {
  const msisdns = accounts.map(({ msisdn }) => BigInt(msisdn))
  const where = { environment: 'sandbox', msisdn: { in: msisdns } } as const
  return (await transaction.walletAccount.count({ where })) > 0
}

function countOwn(transaction: Transaction, applicationId: string): Promise<number> {
  return transaction.testAccount.count({ where: { applicationId } })
}

/** Adds accounts, or replaces those with the same number. */
async function write(
  transaction: Transaction,
  applicationId: string,
  accounts: TestAccount[],
): Promise<void> {
  await transaction.$executeRaw`
    MERGE INTO test_account a
    USING (SELECT v.*, given FROM jsonb_array_elements(${JSON.stringify(accounts)}::jsonb) AS given,
             jsonb_to_record(given) AS v (msisdn bigint, ${columns})) AS v
    ON a.application_id = ${applicationId}::uuid AND a.msisdn = v.msisdn
    WHEN MATCHED THEN UPDATE SET ${assignment}, original = v.given
    WHEN NOT MATCHED THEN
      INSERT (application_id, msisdn, type, status, currency, balance, frozen_balance, as_of, simulated_delay_ms,
        simulated_error, original)
      VALUES (${applicationId}::uuid, v.msisdn, v.type, v.status, v.currency, v.balance, v."frozenBalance", now(),
        v."delayMs", v.error, v.given)`
}

async function recorded(
  transaction: Transaction,
  owner: Owner,
  action: AuditAction,
  applicationId: string,
  msisdn: string,
): Promise<{ ok: true; value: undefined }> {
  await record(transaction, owner, action, applicationId, { msisdn: maskMsisdn(msisdn) })
  return done(undefined)
}

function record(
  transaction: Transaction,
  owner: Owner,
  action: AuditAction,
  applicationId: string,
  detail: Record<string, string | number>,
): Promise<void> {
  return recordAudit(transaction, owner, action, { type: 'application', id: applicationId }, detail)
}
