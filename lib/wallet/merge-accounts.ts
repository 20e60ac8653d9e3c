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
 * Unchanged accounts are not written. Changes of existing accounts may come meanwhile; call it under the lock of
 * numbers.
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
    if (inserted > 0) {
      await client.query(forgetRemovals, range)
      await client.query(forgetWaiting, range.slice(0, 3))
    }
    merged.updated += updated
    merged.inserted += inserted
    const left = count - updated - inserted
    const { newer, removed } =
      left > 0 ? await countLeft(client, [...range, importId]) : { newer: 0, removed: 0 }
    merged.newer += newer
    merged.stayRemoved += removed
    merged.unchanged += left - newer - removed
    stored += count
    after = last
    onStored(stored)
  }
}

async function countLeft(
  client: ClientBase,
  range: (string | number)[],
): Promise<{ newer: number; removed: number }> {
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

/** Of a stored account: with its amounts, unless a change of either came since. */
export const detailsAsOf = 'coalesce(stored.details_as_of, stored.as_of)'

const findChunk = `
  SELECT max(msisdn)::text AS last, count(*)::int AS count
  FROM (SELECT msisdn FROM staged_account WHERE msisdn > $1 ORDER BY msisdn LIMIT ${chunkSize}) chunk`

const inRange = `stored.environment = $1::environment AND stored.msisdn > $2 AND stored.msisdn <= $3
    AND given.msisdn > $2 AND given.msisdn <= $3 AND given.msisdn = stored.msisdn`

const amountsDiffer = `(stored.currency, stored.balance, stored.frozen_balance)
    IS DISTINCT FROM (given.currency, given.balance, given.frozen_balance)`

// Default details are replaced by those of a file even if they are the same: from now on they have a time.
const detailsDiffer = `((stored.type, stored.status) IS DISTINCT FROM (given.type, given.status)
    OR stored.details_as_of = '-infinity')`

// At an equal time a removal wins over the details of a file, which win over those that are stored.
const detailsNotNewer = `(${detailsAsOf} <= $4::timestamptz
    AND (stored.removed_as_of IS NULL OR stored.removed_as_of < $4::timestamptz))`

const amountsDue = `(${amountsDiffer} AND (stored.as_of <= $4::timestamptz OR stored.demo))`
const detailsDue = `(${detailsDiffer} AND (${detailsNotNewer} OR stored.demo))`

// Locked in the order of their numbers, and looked at again after each wait for a change that the feed had begun. Those
// that a complete file lacks are locked on the way: a second pass from the lowest number would deadlock with the feed.
const update = `
  WITH due AS (
    SELECT stored.msisdn, ${amountsDue} AS amounts, ${detailsDue} AS details
    FROM wallet_account stored
    LEFT JOIN staged_account given ON given.msisdn = stored.msisdn AND given.msisdn > $2 AND given.msisdn <= $3
    LEFT JOIN missing_account missing ON missing.msisdn = stored.msisdn AND missing.msisdn > $2 AND missing.msisdn <= $3
    WHERE stored.environment = $1::environment AND stored.msisdn > $2 AND stored.msisdn <= $3
      AND (missing.msisdn IS NOT NULL
        OR given.msisdn IS NOT NULL AND (${amountsDue} OR ${detailsDue} OR stored.demo))
    ORDER BY stored.msisdn FOR NO KEY UPDATE OF stored)
  UPDATE wallet_account stored
  SET type = CASE WHEN due.details THEN given.type ELSE stored.type END,
      status = CASE WHEN due.details THEN given.status ELSE stored.status END,
      details_as_of = CASE WHEN due.details THEN $4::timestamptz ELSE ${detailsAsOf} END,
      currency = CASE WHEN due.amounts THEN given.currency ELSE stored.currency END,
      balance = CASE WHEN due.amounts THEN given.balance ELSE stored.balance END,
      frozen_balance = CASE WHEN due.amounts THEN given.frozen_balance ELSE stored.frozen_balance END,
      as_of = CASE WHEN due.amounts THEN $4::timestamptz ELSE stored.as_of END,
      demo = false, import_id = $5::integer
  FROM staged_account given JOIN due USING (msisdn)
  WHERE ${inRange}`

const staysRemoved = `removed.environment = $1::environment AND removed.msisdn > $2 AND removed.msisdn <= $3
    AND removed.msisdn = given.msisdn AND removed.as_of >= $4::timestamptz`

const count = `
  SELECT (SELECT count(*)::int FROM wallet_account stored, staged_account given
          WHERE ${inRange} AND NOT stored.demo AND stored.import_id IS DISTINCT FROM $5::integer AND (
            (${amountsDiffer} AND stored.as_of > $4::timestamptz)
            OR (${detailsDiffer} AND NOT ${detailsNotNewer}))) AS newer,
         (SELECT count(*)::int FROM removed_account removed, staged_account given
          WHERE given.msisdn > $2 AND given.msisdn <= $3 AND ${staysRemoved}) AS removed`

// The range is there twice: otherwise the planner, whose statistics are older than the import, reads the whole table
// each time.
const insert = `
  INSERT INTO wallet_account
    (environment, msisdn, type, status, currency, balance, frozen_balance, as_of, details_as_of, import_id)
  SELECT $1::environment, given.msisdn, coalesce(waiting.type, given.type), coalesce(waiting.status, given.status),
    currency, balance, frozen_balance, $4::timestamptz, coalesce(waiting.as_of, $4::timestamptz), $5::integer
  FROM staged_account given
  LEFT JOIN waiting_details waiting ON waiting.environment = $1::environment AND waiting.msisdn = given.msisdn
    AND waiting.msisdn > $2 AND waiting.msisdn <= $3 AND waiting.as_of > $4::timestamptz
  WHERE given.msisdn > $2 AND given.msisdn <= $3
    AND NOT EXISTS (
      SELECT FROM wallet_account stored
      WHERE stored.environment = $1::environment AND stored.msisdn = given.msisdn
        AND stored.msisdn > $2 AND stored.msisdn <= $3)
    AND NOT EXISTS (SELECT FROM removed_account removed WHERE ${staysRemoved})
  ORDER BY given.msisdn
  ON CONFLICT (environment, msisdn) DO NOTHING`

const forgetWaiting = `
  DELETE FROM waiting_details waiting USING staged_account given, wallet_account stored
  WHERE ${inRange} AND waiting.environment = $1::environment AND waiting.msisdn = given.msisdn`

const forgetRemovals = `
  DELETE FROM removed_account removed USING staged_account given
  WHERE given.msisdn > $2 AND given.msisdn <= $3 AND removed.msisdn = given.msisdn
    AND removed.environment = $1::environment AND removed.msisdn > $2 AND removed.msisdn <= $3
    AND removed.as_of < $4::timestamptz`
