import type { ClientBase } from 'pg'
import type { Environment } from '@/generated/prisma/enums'

/**
 * `newer` counts accounts that were left alone because the stored ones are newer than the file and different,
 * `stayRemoved` those that were removed as of the file's time or later.
 */
export type Merged = {
  inserted: number
  updated: number
  unchanged: number
  newer: number
  stayRemoved: number
}

/** Small enough to show progress, large enough not to cost time. */
const chunkSize = 100_000

/**
 * Merges the staged accounts into `wallet_account`, in the order of their numbers, which uses the index's cache well.
 * Unchanged accounts are not written. Only one import runs at a time, so update and insert need no guard.
 * @param asOf the time of the data in the file, in ISO 8601; accounts with a later one stay
 * @param importId noted with each account that is written
 * @param onStored called with the number of accounts processed
 */
export async function mergeAccounts(
  client: ClientBase,
  environment: Environment,
  asOf: string,
  importId: number,
  onStored: (count: number) => void,
): Promise<Merged> {
  const merged = { inserted: 0, updated: 0, unchanged: 0, newer: 0, stayRemoved: 0 }
  let after = '0'
  for (let stored = 0; ; ) {
    const { rows } = await client.query<{ last: string | null; count: number }>(findChunk, [after])
    const { last, count } = rows[0] ?? { last: null, count: 0 }
    if (last === null) return merged
    const range = [environment, after, last, asOf]
    const updated = (await client.query(update, [...range, importId])).rowCount ?? 0
    const inserted = (await client.query(insert, [...range, importId])).rowCount ?? 0
    if (inserted > 0) await client.query(forgetRemovals, range)
    merged.updated += updated
    merged.inserted += inserted
    const left = count - updated - inserted
    const { newer, removed } = left > 0 ? await countLeft(client, range) : { newer: 0, removed: 0 }
    merged.newer += newer
    merged.stayRemoved += removed
    merged.unchanged += left - newer - removed
    stored += count
    after = last
    onStored(stored)
  }
}

async function countLeft(client: ClientBase, range: string[]): Promise<{ newer: number; removed: number }> {
  const { rows } = await client.query<{ newer: number; removed: number }>(count, range)
  return rows[0] ?? { newer: 0, removed: 0 }
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
  FROM (SELECT msisdn FROM staged_account WHERE msisdn > $1 ORDER BY msisdn LIMIT ${chunkSize}) chunk`

const differing = `stored.environment = $1::environment AND stored.msisdn > $2 AND stored.msisdn <= $3
    AND given.msisdn > $2 AND given.msisdn <= $3 AND given.msisdn = stored.msisdn
    AND (stored.type, stored.status, stored.currency, stored.balance, stored.frozen_balance, stored.demo)
        IS DISTINCT FROM (given.type, given.status, given.currency, given.balance, given.frozen_balance, false)`

const update = `
  UPDATE wallet_account stored
  SET type = given.type, status = given.status, currency = given.currency, balance = given.balance,
      frozen_balance = given.frozen_balance, demo = false, import_id = $5::integer,
      as_of = CASE WHEN (stored.currency, stored.balance, stored.frozen_balance)
                        IS DISTINCT FROM (given.currency, given.balance, given.frozen_balance)
                   THEN $4::timestamptz ELSE stored.as_of END
  FROM staged_account given
  WHERE ${differing} AND (stored.as_of <= $4::timestamptz OR stored.demo)`

const staysRemoved = `removed.environment = $1::environment AND removed.msisdn > $2 AND removed.msisdn <= $3
    AND removed.msisdn = given.msisdn AND removed.as_of >= $4::timestamptz`

const count = `
  SELECT (SELECT count(*)::int FROM wallet_account stored, staged_account given
          WHERE ${differing} AND stored.as_of > $4::timestamptz AND NOT stored.demo) AS newer,
         (SELECT count(*)::int FROM removed_account removed, staged_account given
          WHERE given.msisdn > $2 AND given.msisdn <= $3 AND ${staysRemoved}) AS removed`

// The range is there twice: otherwise the planner, whose statistics are older than the import, reads the whole table
// each time.
const insert = `
  INSERT INTO wallet_account (environment, msisdn, type, status, currency, balance, frozen_balance, as_of, import_id)
  SELECT $1::environment, msisdn, type, status, currency, balance, frozen_balance, $4::timestamptz, $5::integer
  FROM staged_account given
  WHERE msisdn > $2 AND msisdn <= $3
    AND NOT EXISTS (
      SELECT FROM wallet_account stored
      WHERE stored.environment = $1::environment AND stored.msisdn = given.msisdn
        AND stored.msisdn > $2 AND stored.msisdn <= $3)
    AND NOT EXISTS (SELECT FROM removed_account removed WHERE ${staysRemoved})
  ORDER BY msisdn`

const forgetRemovals = `
  DELETE FROM removed_account removed USING staged_account given
  WHERE given.msisdn > $2 AND given.msisdn <= $3 AND removed.msisdn = given.msisdn
    AND removed.environment = $1::environment AND removed.msisdn > $2 AND removed.msisdn <= $3
    AND removed.as_of < $4::timestamptz`
