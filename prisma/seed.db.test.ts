import type { Pool } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { databasePool } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { sandboxAccounts } from '@/lib/wallet/sandbox-accounts'
import { withOwnDatabase } from '@/test/own-database'
import { seed } from './seed'

withOwnDatabase({ as: 'owner' })
let pool: Pool

beforeAll(async () => {
  pool = databasePool()
})

const settings = () => ({ ...getSettings(), REVIEWER_EMAIL: 'reviewer@example.com' })
const embedded = () => seed(pool, { ...settings(), DATABASE_URL: undefined })
const external = () => seed(pool, { ...settings(), DATABASE_URL: 'postgres://db.example/guichet' })

async function dump(): Promise<unknown> {
  const tables = ['wallet_account', 'requirement', 'developer', 'email_link', 'mail_message', 'audit_entry']
  const rows = await Promise.all(
    tables.map((table) => pool.query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY 1`)),
  )
  return rows.map((result) => result.rows)
}

test('a first start has the documented accounts, demo accounts in Production and a reviewer; a second adds nothing', async () => {
  await embedded()
  const { rows } = await pool.query(
    `SELECT msisdn, balance, frozen_balance AS "frozenBalance", simulated_delay_ms AS "delayMs",
            simulated_outage AS outage, demo FROM wallet_account WHERE environment = 'sandbox'`,
  )
  expect(rows).toHaveLength(sandboxAccounts.length)
  for (const { msisdn, balance, frozenBalance, delayMs, outage } of sandboxAccounts)
    expect(rows).toContainEqual({ msisdn, balance, frozenBalance, delayMs, outage, demo: false })
  const production = await pool.query(
    `SELECT msisdn, demo FROM wallet_account WHERE environment = 'production'`,
  )
  expect(production.rows.length).toBeGreaterThan(3)
  for (const row of production.rows) {
    expect(row.msisdn).toMatch(/^999\d{9}$/)
    expect(row.demo).toBe(true)
  }
  const before = await dump()
  await embedded()
  expect(await dump()).toEqual(before)
})

test("an operator's database does not start with demo accounts in it, and never gets any", async () => {
  await expect(external()).rejects.toThrow(
    /^DATABASE_URL: Production holds \d+ demo accounts there.*guichet import-accounts --remove-demo/,
  )
  await pool.query('DELETE FROM wallet_account WHERE demo')
  await external()
  const { rowCount } = await pool.query('SELECT FROM wallet_account WHERE demo')
  expect(rowCount).toBe(0)
})

// With a hundred million accounts, reading all of them would take minutes at each start and import.
test('demo accounts are found by an index of their own', async () => {
  const client = await pool.connect()
  try {
    await client.query('SET enable_seqscan = off')
    const { rows } = await client.query('EXPLAIN SELECT count(*) FROM wallet_account WHERE demo')
    expect(JSON.stringify(rows)).toContain('wallet_account_demo_idx')
  } finally {
    client.release(true)
  }
})

test('demo accounts do not come back alongside real ones; a documented account that was changed is reset', async () => {
  await pool.query(
    `UPDATE wallet_account SET balance = 1, as_of = '2020-01-01' WHERE msisdn = $1 AND environment = 'sandbox'`,
    [sandboxAccounts[0]?.msisdn],
  )
  await pool.query(
    `INSERT INTO wallet_account (environment, msisdn, type, status, currency, balance, frozen_balance, as_of)
     VALUES ('production', 221770000001, 'customer', 'active', 'XOF', 1, 0, now())`,
  )
  await embedded()
  const { rows } = await pool.query(
    `SELECT environment, balance, as_of > '2021-01-01' AS fresh, demo FROM wallet_account
     WHERE msisdn = $1 OR environment = 'production' ORDER BY environment`,
    [sandboxAccounts[0]?.msisdn],
  )
  expect(rows).toEqual([
    { environment: 'sandbox', balance: sandboxAccounts[0]?.balance, fresh: true, demo: false },
    { environment: 'production', balance: '1', fresh: true, demo: false },
  ])
})
