import type { ClientBase } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import type { Removal } from './change-record'
import { sandboxAccounts } from './sandbox-accounts'

const documented = new Set(sandboxAccounts.map(({ msisdn }) => msisdn))

/** Whether an account is one of the Sandbox's documented ones, which programs rely on: nothing removes them. */
export function isDocumented(environment: Environment, msisdn: string): boolean {
  return environment === 'sandbox' && documented.has(msisdn)
}

/** How many stored accounts a complete file lacks, and how many are stored. */
export type Missing = { missing: number; stored: number }

/** Whether an operator has to allow so many removals by their number: more than 5 % of all accounts. */
export function needsAllowance({ missing, stored }: Missing): boolean {
  return missing * 20 > stored
}

/**
 * Finds the accounts that are not staged in `staged_account`, for {@link removeMissing}. Left out are those that are
 * stored as of a later time than the file, demo accounts, and the documented ones of the Sandbox.
 */
export async function findMissing(
  client: ClientBase,
  environment: Environment,
  asOf: string,
): Promise<Missing> {
  const kept = environment === 'sandbox' ? [...documented] : []
  const { rowCount } = await client.query(insertMissing, [environment, asOf, kept])
  const { rows } = await client.query<{ stored: number }>(
    'SELECT count(*)::int AS stored FROM wallet_account WHERE environment = $1 AND NOT demo',
    [environment],
  )
  return { missing: rowCount ?? 0, stored: rows[0]?.stored ?? 0 }
}

/** Removes the accounts that {@link findMissing} found, and their grants. @returns how many grants */
export async function removeMissing(
  client: ClientBase,
  environment: Environment,
  asOf: string,
  importId: number,
): Promise<number> {
  await client.query(bury, [environment, asOf, importId])
  return deleteGrants(client, environment, 'SELECT msisdn FROM missing_account', [])
}

/**
 * Removes accounts, each as of its time, unless what is stored is later. A number that is not known is noted too: an
 * earlier change may still arrive.
 * @returns the numbers whose removal was stored
 */
export async function removeAccounts(
  client: ClientBase,
  environment: Environment,
  removals: Removal[],
  importId: number,
): Promise<string[]> {
  const columns = [removals.map(({ msisdn }) => msisdn), removals.map(({ asOf }) => asOf)]
  const { rows } = await client.query<{ msisdn: string }>(remove, [environment, ...columns, importId])
  const removed = rows.map(({ msisdn }) => msisdn)
  if (removed.length > 0) await deleteGrants(client, environment, 'SELECT unnest($2::bigint[])', [removed])
  return removed
}

/** Waits for those who grant accounts at this moment, so that no grant outlasts the removal of its account. */
async function deleteGrants(
  client: ClientBase,
  environment: Environment,
  numbers: string,
  values: unknown[],
): Promise<number> {
  await client.query('LOCK TABLE account_grant IN SHARE ROW EXCLUSIVE MODE')
  const { rowCount } = await client.query(
    `DELETE FROM account_grant granted USING application
     WHERE granted.msisdn IN (${numbers}) AND application.id = granted.application_id
       AND application.environment = $1::environment`,
    [environment, ...values],
  )
  return rowCount ?? 0
}

const insertMissing = `
  INSERT INTO missing_account
  SELECT msisdn FROM wallet_account stored
  WHERE environment = $1::environment AND as_of <= $2::timestamptz AND NOT demo AND msisdn <> ALL ($3::bigint[])
    AND NOT EXISTS (SELECT FROM staged_account given WHERE given.msisdn = stored.msisdn)`

const bury = `
  WITH gone AS (
    DELETE FROM wallet_account stored USING missing_account missing
    WHERE stored.environment = $1::environment AND stored.msisdn = missing.msisdn
    RETURNING stored.msisdn)
  INSERT INTO removed_account (environment, msisdn, as_of, import_id)
  SELECT $1::environment, msisdn, $2::timestamptz, $3::integer FROM gone`

const remove = `
  WITH given AS (SELECT * FROM unnest($2::bigint[], $3::timestamptz[]) AS given (msisdn, as_of)),
  accepted AS (
    SELECT msisdn, as_of FROM given
    WHERE NOT EXISTS (SELECT FROM wallet_account stored WHERE stored.environment = $1::environment
                        AND stored.msisdn = given.msisdn AND stored.as_of > given.as_of AND NOT stored.demo)
      AND NOT EXISTS (SELECT FROM removed_account earlier WHERE earlier.environment = $1::environment
                        AND earlier.msisdn = given.msisdn AND earlier.as_of > given.as_of)),
  gone AS (
    DELETE FROM wallet_account stored USING accepted
    WHERE stored.environment = $1::environment AND stored.msisdn = accepted.msisdn)
  INSERT INTO removed_account (environment, msisdn, as_of, import_id)
  SELECT $1::environment, msisdn, as_of, $4::integer FROM accepted
  ON CONFLICT (environment, msisdn) DO UPDATE
  SET as_of = excluded.as_of, import_id = excluded.import_id, removed_at = now()
  RETURNING msisdn`
