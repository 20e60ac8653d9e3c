import type { Pool, PoolClient } from 'pg'
import { formatAuditRow } from './export'
import { readAuditAfter } from './queries'

/** Entries sent at a time. */
const batch = 500

/**
 * Sends the entries of the audit log that were not sent before, oldest first and up to 500, as JSON lines like those of the
 * export. An entry is recorded as sent after `send` resolves, so that a failure sends it again.
 * @param pool connected as the worker; of several workers at the same time, one sends
 * @returns how many were sent; 0 also if another worker is sending
 */
export async function streamAudit(pool: Pool, send: (lines: string[]) => Promise<void>): Promise<number> {
  const client = await pool.connect()
  let broken: unknown
  try {
    await client.query('BEGIN')
    const sent = await sendNext(client, send)
    await client.query('COMMIT')
    return sent
  } catch (error) {
    await client.query('ROLLBACK').catch((failure) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken !== undefined)
  }
}

async function sendNext(client: PoolClient, send: (lines: string[]) => Promise<void>): Promise<number> {
  await client.query('INSERT INTO audit_stream (position, sent_at) VALUES (0, now()) ON CONFLICT DO NOTHING')
  const locked = await client.query<{ position: string }>(
    'SELECT position FROM audit_stream FOR UPDATE SKIP LOCKED',
  )
  const [place] = locked.rows
  if (!place) return 0
  const rows = await readAuditAfter(client, place.position, batch)
  const last = rows.at(-1)
  if (!last) return 0
  await send(rows.map((row) => formatAuditRow(row, 'jsonl').trimEnd()))
  await client.query('UPDATE audit_stream SET position = $1, sent_at = now()', [last.sequence])
  return rows.length
}
