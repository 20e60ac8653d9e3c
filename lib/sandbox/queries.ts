import type { Application, TestAccount as Row } from '@/generated/prisma/client'
import { database } from '@/lib/database'
import { currencyDecimals } from '@/lib/wallet/currency'
import { type TestAccount, testAccountSchema } from './schema'

/** One of an application's own test accounts; `changed` if it differs from its original values. */
export type ListedTestAccount = TestAccount & {
  changed: boolean
  /** A shared account has been added with this number since, and is served instead. */
  shadowed: boolean
}

/** An application's own test accounts, by number. The caller has checked the right to see the application. */
export async function listTestAccounts({ id }: Pick<Application, 'id'>): Promise<ListedTestAccount[]> {
  const rows = await database().testAccount.findMany({
    where: { applicationId: id },
    orderBy: { msisdn: 'asc' },
  })
  const shared = await database().walletAccount.findMany({
    where: { environment: 'sandbox', msisdn: { in: rows.map(({ msisdn }) => msisdn) } },
    select: { msisdn: true },
  })
  const taken = new Set(shared.map(({ msisdn }) => msisdn))
  return rows.map((row) => ({
    ...toTestAccount(row),
    changed: isChanged(row),
    shadowed: taken.has(row.msisdn),
  }))
}

/** The test account `msisdn` of this application, or null. */
export async function findTestAccount(
  { id }: Pick<Application, 'id'>,
  msisdn: string,
): Promise<TestAccount | null> {
  if (!/^[1-9][0-9]{5,14}$/.test(msisdn)) return null
  const row = await database().testAccount.findUnique({
    where: { applicationId_msisdn: { applicationId: id, msisdn: BigInt(msisdn) } },
  })
  return row && toTestAccount(row)
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

function toTestAccount(row: Row): TestAccount {
  const decimals = currencyDecimals.get(row.currency) ?? 2
  return {
    msisdn: String(row.msisdn),
    type: row.type,
    status: row.status,
    currency: row.currency,
    balance: row.balance.toFixed(decimals),
    frozenBalance: row.frozenBalance.toFixed(decimals),
    delayMs: row.simulatedDelayMs,
    error: row.simulatedError as TestAccount['error'],
  }
}

function isChanged(row: Row): boolean {
  const original = testAccountSchema.safeParse({ ...(row.original as object), msisdn: String(row.msisdn) })
  return (
    original.success && JSON.stringify(sorted(original.data)) !== JSON.stringify(sorted(toTestAccount(row)))
  )
}

function sorted(account: TestAccount): [string, unknown][] {
  return Object.entries(account).sort(([a], [b]) => a.localeCompare(b))
}
