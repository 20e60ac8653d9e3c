import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { SettingsError } from '@/lib/env'
import { type AccountRecord, parseAccount } from '@/lib/wallet/account-record'
import { readCsv } from '@/lib/wallet/csv'
import { Fault } from '@/lib/wallet/faults'
import { type ColumnOrder, readHeader } from '@/lib/wallet/header'
import { sandboxAccounts } from '@/lib/wallet/sandbox-accounts'

type Row = AccountRecord & { demo?: boolean; delayMs?: number; outage?: boolean }

const demoFile = 'demo-production-accounts.csv'

/** Resets the documented Sandbox accounts to their documented values; others in the Sandbox are kept. */
export async function seedSandboxAccounts(pool: Pool): Promise<void> {
  await upsert(pool, 'sandbox', [...sandboxAccounts])
}

/**
 * Loads the demo accounts into Production, flagged and with numbers below 999, an unassigned country code, so that
 * newcomers can complete a journey there. Only if Production has no account yet: the first import removes them.
 */
export async function seedDemoAccounts(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query(`SELECT FROM wallet_account WHERE environment = 'production' LIMIT 1`)
  if (rowCount === 0) await upsert(pool, 'production', await readDemoAccounts())
}

/**
 * Refuses demo accounts in an operator's database.
 * @throws SettingsError with a sentence that says how to remove them
 */
export async function refuseDemoAccounts(client: Pick<Pool, 'query'>): Promise<void> {
  const { rows } = await client.query('SELECT count(*)::int AS count FROM wallet_account WHERE demo')
  if (rows[0].count > 0)
    throw new SettingsError(
      `DATABASE_URL: Production holds ${rows[0].count} demo accounts there, which are for trials only. ` +
        'Remove them with "guichet import-accounts --remove-demo" of the version that you run, or import accounts into Production, which does the same.',
    )
}

/** The demo accounts of Production, as the file in this folder has them. */
export async function readDemoAccounts(): Promise<Row[]> {
  const accounts: Row[] = []
  let order: ColumnOrder | undefined
  // Processes run in the project's folder.
  for await (const records of readCsv(join(process.cwd(), 'prisma', demoFile))) {
    for (const { fields, line } of records) {
      const read = order ? parseAccount(fields, order) : readHeader(fields)
      if (read instanceof Fault) throw new Error(`prisma/${demoFile}, line ${line}: ${read}`)
      if ('msisdn' in read) accounts.push({ ...read, demo: true })
      else order = read
    }
  }
  return accounts
}

async function upsert(pool: Pool, environment: Environment, accounts: Row[]): Promise<void> {
  const rows = accounts.map((account) => ({
    msisdn: account.msisdn,
    type: account.type,
    status: account.status,
    currency: account.currency,
    balance: account.balance,
    frozen_balance: account.frozenBalance,
    demo: account.demo ?? false,
    simulated_delay_ms: account.delayMs ?? 0,
    simulated_outage: account.outage ?? false,
  }))
  await pool.query(upsertAccounts, [environment, JSON.stringify(rows)])
}

const columns = `type, status, currency, balance, frozen_balance, demo, simulated_delay_ms, simulated_outage`
const given = columns.replaceAll(/\w+/g, 'excluded.$&')
const stored = columns.replaceAll(/\w+/g, 'stored.$&')

// A later version may document a number that was removed.
const upsertAccounts = `
  WITH back AS (
    DELETE FROM removed_account WHERE environment = $1::environment
      AND msisdn IN (SELECT msisdn FROM json_to_recordset($2) AS row (msisdn bigint)))
  INSERT INTO wallet_account AS stored (environment, msisdn, as_of, ${columns})
  SELECT $1::environment, msisdn, now(), ${columns}
  FROM json_to_recordset($2) AS row (msisdn bigint, type account_type, status account_status, currency text,
    balance numeric, frozen_balance numeric, demo boolean, simulated_delay_ms int, simulated_outage boolean)
  ON CONFLICT (environment, msisdn) DO UPDATE
  SET (${columns}, as_of) = (${given},
    CASE WHEN (stored.currency, stored.balance, stored.frozen_balance)
              IS DISTINCT FROM (excluded.currency, excluded.balance, excluded.frozen_balance)
         THEN excluded.as_of ELSE stored.as_of END)
  WHERE (${stored}) IS DISTINCT FROM (${given})`
