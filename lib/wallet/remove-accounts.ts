import type { ClientBase } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { detailsAsOf } from './merge-accounts'
import { sandboxAccounts } from './sandbox-accounts'

const documented = new Set(sandboxAccounts.map(({ msisdn }) => msisdn))

/** Whether an account is one of the Sandbox's documented ones, which programs rely on: nothing removes them. */
export function isDocumented(environment: Environment, msisdn: string): boolean {
  return environment === 'sandbox' && documented.has(msisdn)
}

/** How many stored accounts a complete file lacks, and how many are stored. */
export type MissingAccounts = { missing: number; stored: number }

/** Whether an operator has to allow so many removals by their number: more than 5 % of all accounts. */
export function needsAllowance({ missing, stored }: MissingAccounts): boolean {
  return missing * 20 > stored
}

/**
 * Finds the accounts that are not staged in `staged_account`, for {@link removeMissing}. Left out are those that are
 * stored as of a later time than the file, demo accounts, and the documented ones of the Sandbox.
 */
export async function findMissingAccounts(
  client: ClientBase,
  environment: Environment,
  asOf: string,
): Promise<MissingAccounts> {
  const kept = environment === 'sandbox' ? [...documented] : []
  const { rowCount } = await client.query(insertMissing, [environment, asOf, kept])
  const { rows } = await client.query<{ stored: number }>(
    'SELECT count(*)::int AS stored FROM wallet_account WHERE environment = $1 AND NOT demo',
    [environment],
  )
  return { missing: rowCount ?? 0, stored: rows[0]?.stored ?? 0 }
}

/**
 * Removes the accounts that {@link findMissingAccounts} found and that nothing has changed since, with their grants and
 * the refused changes whose time is not known: the file overtakes others. Call it under the lock of numbers.
 */
export async function removeMissing(
  client: ClientBase,
  environment: Environment,
  asOf: string,
  importId: number,
): Promise<{ removed: number; grantsRemoved: number }> {
  const removed = (await client.query(bury, [environment, asOf, importId])).rowCount ?? 0
  await client.query(leaveStored, [environment])
  if (environment === 'production')
    await client.query(
      'DELETE FROM refused_change refused USING missing_account m WHERE m.msisdn = refused.msisdn AND as_of IS NULL',
    )
  return { removed, grantsRemoved: await deleteGrants(client, environment) }
}

/** Waits for those who grant accounts at this moment, so that no grant outlasts the removal of its account. */
async function deleteGrants(client: ClientBase, environment: Environment): Promise<number> {
  await client.query('LOCK TABLE account_grant IN SHARE ROW EXCLUSIVE MODE')
  const { rowCount } = await client.query(
    `DELETE FROM account_grant granted USING application
     WHERE granted.msisdn IN (SELECT msisdn FROM missing_account) AND application.id = granted.application_id
       AND application.environment = $1::environment`,
    [environment],
  )
  return rowCount ?? 0
}

const notChangedSince = `greatest(stored.as_of, ${detailsAsOf}) <= $2::timestamptz`

const insertMissing = `
  INSERT INTO missing_account
  SELECT msisdn FROM wallet_account stored
  WHERE environment = $1::environment AND ${notChangedSince} AND NOT demo AND msisdn <> ALL ($3::bigint[])
    AND NOT EXISTS (SELECT FROM staged_account given WHERE given.msisdn = stored.msisdn)`

const bury = `
  WITH due AS (
    SELECT stored.msisdn FROM wallet_account stored, missing_account missing
    WHERE stored.environment = $1::environment AND stored.msisdn = missing.msisdn AND ${notChangedSince}
    ORDER BY stored.msisdn FOR UPDATE OF stored),
  gone AS (
    DELETE FROM wallet_account stored USING due
    WHERE stored.environment = $1::environment AND stored.msisdn = due.msisdn
    RETURNING stored.msisdn)
  INSERT INTO removed_account (environment, msisdn, as_of, import_id)
  SELECT $1::environment, msisdn, $2::timestamptz, $3::integer FROM gone`

const leaveStored = `
  DELETE FROM missing_account missing USING wallet_account stored
  WHERE stored.environment = $1::environment AND stored.msisdn = missing.msisdn`
