import type { Pool, PoolClient } from 'pg'
import { formatAuditRow } from './export'
import { readAuditAfter } from './queries'

/** Entries, and refused sign-ins, sent at a time. */
const batch = 500

type Send = (lines: string[]) => Promise<void>

/**
 * Sends the entries of the audit log that were not sent before, oldest first and up to 500, as JSON lines
 * like those of the export, and in the same way the refused sign-ins. What was sent is recorded after `send`
 * resolves, so that a failure sends it again.
 * @param pool connected as the worker; of several workers at the same time, one sends
 * @returns how many were sent; 0 also if another worker is sending
 */
export async function streamAudit(pool: Pool, send: Send): Promise<number> {
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

async function sendNext(client: PoolClient, send: Send): Promise<number> {
  await client.query('INSERT INTO audit_stream (position, sent_at) VALUES (0, now()) ON CONFLICT DO NOTHING')
  const locked = await client.query<{ position: string }>(
    'SELECT position FROM audit_stream FOR UPDATE SKIP LOCKED',
  )
  const [place] = locked.rows
  if (!place) return 0
  return (await sendEntries(client, place.position, send)) + (await sendRefusals(client, send))
}

async function sendEntries(client: PoolClient, position: string, send: Send): Promise<number> {
  const rows = await readAuditAfter(client, position, batch)
  const last = rows.at(-1)
  if (!last) return 0
  await send(rows.map((row) => formatAuditRow(row, 'jsonl').trimEnd()))
  await client.query('UPDATE audit_stream SET position = $1, sent_at = now()', [last.sequence])
  return rows.length
}

/** Marked one by one: unlike entries, they are not committed in the order of their numbers. */
async function sendRefusals(client: PoolClient, send: Send): Promise<number> {
  const { rows } = await client.query<{ id: string; line: object }>(
    `SELECT id, json_build_object('id', id, 'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       'action', 'session.refused', 'subject_type', 'developer', 'subject_id', developer_id,
       'detail', json_build_object('why', why, 'address', address)) AS line
     FROM refused_sign_in WHERE sent_at IS NULL ORDER BY id LIMIT $1`,
    [batch],
  )
  if (rows.length === 0) return 0
  await send(rows.map(({ line }) => JSON.stringify(line)))
  await client.query('UPDATE refused_sign_in SET sent_at = now() WHERE id = ANY ($1)', [
    rows.map(({ id }) => id),
  ])
  return rows.length
}
