import type { ClientBase } from 'pg'
import type { Environment } from '@/generated/prisma/enums'

/** Any numbers that no other lock uses. Uploads take theirs for a transaction, files until they end. */
const files = { production: 20_261_121_02, sandbox: 20_261_121_03 } as const
const numbers = { production: 20_261_128_01, sandbox: 20_261_128_02 } as const

/** Files, and only they, wait for each other, in each environment. */
export function fileLock(environment: Environment): number {
  return files[environment]
}

/**
 * Of the transaction, before it lets a number appear or disappear: an account, a removal, details that wait. Whoever
 * only changes accounts that exist locks these alone. It is taken before the locks of accounts, which are taken in the
 * order of their numbers: so two writers wait for each other rather than deadlock.
 */
export async function lockNumbers(
  client: Pick<ClientBase, 'query'>,
  environment: Environment,
): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [numbers[environment]])
}

/** The same for whoever holds locks of accounts already. @returns false if another has it: begin again with it */
export async function tryToLockNumbers(
  client: Pick<ClientBase, 'query'>,
  environment: Environment,
): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [numbers[environment]])
  return rows[0].mine
}

type Origin = {
  environment: Environment
  source: 'file' | 'stream' | 'feed'
  /** the operating system's user who imports */
  operator?: string
}

/** Records a file or stream that changes accounts. @returns its id, for the accounts that it changes */
export async function beginImport(
  client: Pick<ClientBase, 'query'>,
  { environment, source, operator }: Origin,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO account_import (environment, source, operator) VALUES ($1, $2, $3) RETURNING id`,
    [environment, source, operator ?? null],
  )
  return (rows[0] as { id: number }).id
}

/** Notes the time of the newest change that an import brought, in ISO 8601. */
export async function noteNewest(client: Pick<ClientBase, 'query'>, id: number, asOf: string): Promise<void> {
  await client.query(`UPDATE account_import SET as_of = greatest(as_of, $2) WHERE id = $1`, [id, asOf])
}

/** Notes that an import has ended. */
export async function endImport(client: Pick<ClientBase, 'query'>, id: number): Promise<void> {
  await client.query(`UPDATE account_import SET ended_at = now() WHERE id = $1`, [id])
}
