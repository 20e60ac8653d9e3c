import type { ClientBase } from 'pg'
import type { Environment } from '@/generated/prisma/enums'

/** `newer` counts accounts that were left alone because the stored ones are newer than the file and different. */
export type Merged = { inserted: number; updated: number; unchanged: number; newer: number }

/** Small enough to show progress, large enough not to cost time. */
const chunkSize = 100_000

/**
 * Merges the staged accounts into `wallet_account`, in the order of their numbers, which uses the index's cache well.
 * Unchanged accounts are not written. Only one import runs at a time, so update and insert need no guard.
 * @param asOf the time of the data in the file, in ISO 8601; accounts with a later one stay
 * @param onStored called with the number of accounts processed
 */
export async function mergeAccounts(
  client: ClientBase,
  environment: Environment,
  asOf: string,
  onStored: (count: number) => void,
): Promise<Merged> {
  const merged = { inserted: 0, updated: 0, unchanged: 0, newer: 0 }
  let after = '0'
  for (let stored = 0; ; ) {
    const { rows } = await client.query<{ last: string | null; count: number }>(findChunk, [after])
    const { last, count } = rows[0] ?? { last: null, count: 0 }
    if (last === null) return merged
    const range = [environment, after, last, asOf]
    const updated = (await client.query(update, range)).rowCount ?? 0
    const inserted = (await client.query(insert, range)).rowCount ?? 0
    const left = count - updated - inserted
    const newer =
      left > 0 ? ((await client.query<{ count: number }>(countNewer, range)).rows[0]?.count ?? 0) : 0
    merged.updated += updated
    merged.inserted += inserted
    merged.newer += newer
    merged.unchanged += left - newer
    stored += count
    after = last
    onStored(stored)
  }
}

/** Removes the demo accounts from Production. @returns how many there were */
export async function removeDemoAccounts(client: Pick<ClientBase, 'query'>): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM wallet_account WHERE environment = 'production' AND demo`,
  )
  return rowCount ?? 0
}

const findChunk = `
  SELECT max(msisdn)::text AS last, count(*)::int AS count
  FROM (SELECT msisdn FROM account_import WHERE msisdn > $1 ORDER BY msisdn LIMIT ${chunkSize}) chunk`

const differing = `stored.environment = $1::environment AND stored.msisdn > $2 AND stored.msisdn <= $3
    AND given.msisdn > $2 AND given.msisdn <= $3 AND given.msisdn = stored.msisdn
    AND (stored.type, stored.status, stored.currency, stored.balance, stored.frozen_balance, stored.demo)
        IS DISTINCT FROM (given.type, given.status, given.currency, given.balance, given.frozen_balance, false)`

const update = `
  UPDATE wallet_account stored
  SET type = given.type, status = given.status, currency = given.currency, balance = given.balance,
      frozen_balance = given.frozen_balance, demo = false,
      as_of = CASE WHEN (stored.currency, stored.balance, stored.frozen_balance)
                        IS DISTINCT FROM (given.currency, given.balance, given.frozen_balance)
                   THEN $4::timestamptz ELSE stored.as_of END
  FROM account_import given
  WHERE ${differing} AND (stored.as_of <= $4::timestamptz OR stored.demo)`

const countNewer = `
  SELECT count(*)::int AS count FROM wallet_account stored, account_import given
  WHERE ${differing} AND stored.as_of > $4::timestamptz AND NOT stored.demo`

// The range is there twice: otherwise the planner, whose statistics are older than the import, reads the whole table
// each time.
const insert = `
  INSERT INTO wallet_account (environment, msisdn, type, status, currency, balance, frozen_balance, as_of)
  SELECT $1::environment, msisdn, type, status, currency, balance, frozen_balance, $4::timestamptz
  FROM account_import given
  WHERE msisdn > $2 AND msisdn <= $3
    AND NOT EXISTS (
      SELECT FROM wallet_account stored
      WHERE stored.environment = $1::environment AND stored.msisdn = given.msisdn
        AND stored.msisdn > $2 AND stored.msisdn <= $3)
  ORDER BY msisdn`
