// Both peers' access to PostgreSQL, with named statements and the pool size of Guichet's gateway.
import { createRequire } from 'node:module'

const pg = createRequire(new URL('../../../package.json', import.meta.url))('pg')

export const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.POOL_SIZE),
})
pool.on('error', () => {})

const decimals = { XOF: 0 }

/** The account of `msisdn` as the API returns it, or null. */
export async function findAccount(msisdn) {
  const { rows } = await pool.query({
    name: 'account',
    text: `SELECT type, status, currency, balance, frozen_balance, as_of FROM wallet_account
           WHERE environment = 'sandbox' AND msisdn = $1`,
    values: [msisdn],
  })
  const row = rows[0]
  if (!row) return null
  const money = (text) => ({
    value: Number(Number(text).toFixed(decimals[row.currency] ?? 2)),
    unit: row.currency,
  })
  return {
    msisdn,
    type: row.type,
    status: row.status,
    balance: money(row.balance),
    frozenBalance: money(row.frozen_balance),
    asOf: row.as_of.toISOString(),
  }
}

/** The peers' clients: the same ids and secrets as Guichet's applications. */
export async function findClient(id) {
  const { rows } = await pool.query({
    name: 'client',
    text: 'SELECT id, secret FROM peer_client WHERE id = $1',
    values: [id],
  })
  return rows[0] ?? null
}
