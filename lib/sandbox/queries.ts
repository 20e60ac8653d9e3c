import type { Application } from '@/generated/prisma/client'
import { openTo } from '@/lib/applications/rights'
import { database, type Transaction } from '@/lib/database'
import { maskMsisdn, reservedMsisdn } from '@/lib/wallet/msisdn'
import { sandboxAccounts } from '@/lib/wallet/sandbox-accounts'
import type { TestAccount } from './schema'

/** One of an application's own test accounts; `changed` if it differs from its original values, its fault aside. */
export type ListedTestAccount = TestAccount & {
  changed: boolean
  /** A shared account has been added with this number since, and is served instead. */
  shadowed: boolean
}

/** An application's own test accounts, by number. The caller has checked the right to see the application. */
export async function listTestAccounts({ id }: Pick<Application, 'id'>): Promise<ListedTestAccount[]> {
  const rows = await database().$queryRaw<
    { account: TestAccount; changed: boolean; shadowed: boolean }[]
  >`SELECT describe_test_account(a) AS account,
      (a.type, a.status, a.currency, a.balance, a.frozen_balance)
        IS DISTINCT FROM (o.type, o.status, o.currency, o.balance, o."frozenBalance") AS changed,
      EXISTS (SELECT FROM wallet_account w WHERE w.environment = 'sandbox' AND w.msisdn = a.msisdn) AS shadowed
    FROM test_account a, jsonb_to_record(a.original) AS o
      (type account_type, status account_status, currency text, balance numeric, "frozenBalance" numeric)
    WHERE a.application_id = ${id}::uuid ORDER BY a.msisdn`
  return rows.map(({ account, changed, shadowed }) => ({ ...account, changed, shadowed }))
}

/** The test account `msisdn` of this application, or null. */
export async function findTestAccount(
  { id }: Pick<Application, 'id'>,
  msisdn: string,
  transaction: Transaction = database(),
): Promise<TestAccount | null> {
  if (!/^[1-9][0-9]{5,14}$/.test(msisdn)) return null
  const [row] = await transaction.$queryRaw<{ account: TestAccount }[]>`
    SELECT describe_test_account(a) AS account FROM test_account a
    WHERE a.application_id = ${id}::uuid AND a.msisdn = ${msisdn}::bigint`
  return row?.account ?? null
}

/** What a form shows of it that people change: calls use up its fault. */
export function versionedAccount({ faultCalls: _, faultSeconds: __, ...account }: TestAccount) {
  return account
}

/** The applications of this developer that have a test account `msisdn`, a number as `parseMsisdn` returns it. */
export function findApplicationsWithTestAccount(developerId: string, msisdn: string) {
  return database().application.findMany({
    where: { ...openTo(developerId, 'view'), testAccounts: { some: { msisdn: BigInt(msisdn) } } },
    select: { id: true, name: true, environment: true },
  })
}

/** A number with which a Sandbox application can make a call again, of which the log kept the masked one; or null. */
export async function findTestNumber(
  application: Pick<Application, 'id' | 'environment'>,
  masked: string,
): Promise<string | null> {
  if (application.environment !== 'sandbox') return null
  const own = await listTestAccounts(application)
  const numbers = [...own, ...sandboxAccounts].map(({ msisdn }) => msisdn)
  return [...numbers, reservedMsisdn].find((msisdn) => maskMsisdn(msisdn) === masked) ?? null
}

const firstSuggestion = 999_100_000_001n

/** A number for the next test account: below 999, an unassigned country code, so that it belongs to no one. */
export async function suggestMsisdn({ id }: Pick<Application, 'id'>): Promise<string> {
  const rows = await database().$queryRaw<{ free: bigint }[]>`
    SELECT free FROM generate_series(${firstSuggestion}::bigint, ${firstSuggestion}::bigint + 1000) AS free
    WHERE NOT EXISTS (SELECT FROM test_account t WHERE t.application_id = ${id}::uuid AND t.msisdn = free)
      AND NOT EXISTS (SELECT FROM wallet_account w WHERE w.environment = 'sandbox' AND w.msisdn = free)
    LIMIT 1`
  return String(rows[0]?.free ?? '')
}
