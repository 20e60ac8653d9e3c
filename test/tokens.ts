import { database } from '@/lib/database'
import { ownerPool } from './factories'
import type { TestDatabase } from './postgres'

/** A token's row as the gateway writes it. */
export async function createToken({ url }: TestDatabase, applicationId: string): Promise<void> {
  const pool = ownerPool(url)
  await pool.query(
    `INSERT INTO access_token (application_id, generation, nonce, key_id, token_hash, expires_at)
     VALUES ($1, 1, '\\x01', 'test', $2, clock_timestamp() + interval '5 minutes')`,
    [applicationId, Buffer.from(applicationId)],
  )
  await pool.end()
}

/** How many tokens of these applications a gateway still accepts. */
export async function countLiveTokens(...applicationIds: string[]): Promise<number | undefined> {
  const rows = await database().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM access_token
    WHERE application_id = ANY (${applicationIds}::uuid[]) AND expires_at > clock_timestamp()`
  return rows[0]?.count
}
