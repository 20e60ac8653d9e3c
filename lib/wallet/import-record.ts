import type { ClientBase } from 'pg'
import type { Environment } from '@/generated/prisma/enums'

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
