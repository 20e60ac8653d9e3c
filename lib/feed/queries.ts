import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { ChangeError } from '@/lib/wallet/change'
import { formatTimestamp } from '@/lib/wallet/timestamp'

type Client = Pick<ClientBase, 'query'>

/** The positions of one sender. */
export async function listPositions(
  client: Client,
  name: string,
): Promise<{ partition: string; offset: string }[]> {
  const { rows } = await client.query(
    'SELECT partition, position::text AS offset FROM feed_position WHERE name = $1 ORDER BY partition',
    [name],
  )
  return rows
}

/** One line for each partition of each sender, or one for a sender without. Ages in seconds. */
export type SenderLine = {
  name: string
  partition: string | null
  position: string | null
  newestAsOf: Date | null
  behindMs: number | null
  /** heartbeats included; of a partition, if the sender has several */
  seenSecondsAgo: number
  senderSeenSecondsAgo: number
  pausedAt: Date | null
  pausedReason: string | null
  /** since when the numbering of the partition began again; null if it did not */
  restartedAt: Date | null
}

/** In SQL, whether the numbering of a partition began again: what came below its highest position recurred. */
export function isRestarted(position: string): string {
  return `${position}.back_at - ${position}.back_since > interval '1 minute'`
}

/** Seconds that a sender may be silent without FEED_EXPECTED_SECONDS. */
export const usualSilence = 300

/**
 * For `lib/health`. Behind is the middle of the last minutes: one row that the wallet sends late is no backlog. A
 * paused sender is not silent, as its requests leave no trace.
 */
export const feedCheck = `
  SELECT 'paused' AS outcome, name AS subject, name, paused_reason AS reason, NULL::int AS count, NULL::float8 AS seconds,
    NULL AS partition
  FROM feed_sender WHERE paused_at IS NOT NULL
  UNION ALL
  SELECT 'refused', name, name, NULL, count(*)::int, NULL, NULL FROM refused_change GROUP BY name
  UNION ALL
  SELECT 'restarted', name || ' ' || partition, name, NULL, NULL, NULL, partition
  FROM feed_position WHERE ${isRestarted('feed_position')}
  UNION ALL
  SELECT 'behind', name, name, NULL, NULL, round(middle / 1000), NULL
  FROM (SELECT name, percentile_cont(0.5) WITHIN GROUP (ORDER BY behind_ms) AS middle
    FROM feed_minute WHERE minute > now() - interval '15 minutes' GROUP BY name) delays
  WHERE middle > 300000
  UNION ALL
  SELECT CASE WHEN silent IS NULL THEN CASE WHEN expected IS NULL THEN 'unused' ELSE 'never' END
      WHEN silent <= coalesce(expected, ${usualSilence}) THEN 'good'
      WHEN expected IS NULL THEN 'idle' ELSE 'silent' END,
    NULL, NULL, NULL, NULL, round(silent), NULL
  FROM (SELECT extract(epoch FROM now() - max(last_seen_at))::float8 AS silent FROM feed_sender WHERE paused_at IS NULL) heard, given
  WHERE silent IS NOT NULL OR NOT EXISTS (SELECT FROM feed_sender)`

/** A sender that names a partition for each request must not hide the others, nor their silence. */
const maxListed = 100

/** All senders, each with the positions that moved last. */
export async function listSenders(client: Client): Promise<SenderLine[]> {
  const { rows } = await client.query(`
    SELECT s.name, p.partition, p.position::text, coalesce(p.newest_as_of, s.newest_as_of) AS "newestAsOf",
      p.behind_ms::float8 AS "behindMs",
      extract(epoch FROM now() - CASE WHEN count(*) OVER (PARTITION BY s.name) > 1 THEN p.updated_at
        ELSE s.last_seen_at END)::float8 AS "seenSecondsAgo",
      extract(epoch FROM now() - s.last_seen_at)::float8 AS "senderSeenSecondsAgo",
      s.paused_at AS "pausedAt", s.paused_reason AS "pausedReason",
      CASE WHEN ${isRestarted('p')} THEN p.back_since END AS "restartedAt"
    FROM feed_sender s LEFT JOIN LATERAL (
      SELECT * FROM feed_position WHERE name = s.name 
      ORDER BY (${isRestarted('feed_position')}) IS TRUE DESC, updated_at DESC LIMIT ${maxListed}) p ON true
    ORDER BY s.name, p.partition`)
  return rows
}

/**
 * Whether balances are older than usual: for so many seconds no sender gave a sign of life, or what came lately had
 * taken longer. The time is that of the newest change. @returns null if they are not, or no sender ever came
 */
export async function findLateBalances(
  client: Client,
  expectedSeconds: number,
): Promise<{ newestAsOf: Date | null } | null> {
  const { rows } = await client.query(
    `SELECT max(newest_as_of) AS "newestAsOf" FROM feed_sender
     HAVING max(last_seen_at) < now() - make_interval(secs => $1)
       OR (SELECT max(behind_ms) FROM feed_minute WHERE minute > now() - interval '3 minutes') > $1 * 1000`,
    [expectedSeconds],
  )
  return rows[0] ?? null
}

/** A change that was refused, by its place in the request, and its text. */
export type FailedChange = { index: number; refusal: ChangeError; text: string }

export const maxKeptBytes = 4096
const maxKept = 100_000

/** Keeps each refused change once, with a count; the oldest beyond the bound go. @returns the ids of new ones */
export async function addDeadLetter(
  client: Pick<ClientBase, 'query'>,
  name: string,
  refused: FailedChange[],
): Promise<string[]> {
  if (refused.length === 0) return []
  const found = new Map<string, FailedChange & ReturnType<typeof cut> & { digest: string; count: number }>()
  for (const each of refused) {
    const digest = createHash('sha256').update(each.text).digest('hex')
    const same = found.get(digest)
    if (same) same.count++
    else found.set(digest, { ...each, ...cut(each.text), digest, count: 1 })
  }
  // In one order, so that two requests with the same changes wait rather than deadlock.
  const rows = [...found.values()].sort((a, b) => (a.digest < b.digest ? -1 : 1))
  const kept = await client.query<{ id: string; isNew: boolean }>(insert, [
    name,
    rows.map(({ digest }) => digest),
    rows.map(({ refusal }) => refusal.of.msisdn ?? null),
    rows.map(({ refusal: { of } }) => (of.asOf === undefined ? null : formatTimestamp(of.asOf))),
    rows.map(({ refusal }) => refusal.of.hasAmounts ?? false),
    rows.map(({ refusal }) => refusal.of.hasDetails ?? false),
    rows.map(({ refusal }) => refusal.code),
    rows.map(({ refusal }) => refusal.message),
    rows.map(({ body }) => body),
    rows.map(({ isCut }) => isCut),
    rows.map(({ count }) => count),
  ])
  await client.query(
    'DELETE FROM refused_change WHERE id IN (SELECT id FROM refused_change ORDER BY last_at DESC, id DESC OFFSET $1)',
    [maxKept],
  )
  return kept.rows.flatMap(({ id, isNew }) => (isNew ? [id] : []))
}

/** PostgreSQL's text has no NUL. A character that does not fit is left out. */
function cut(text: string): { body: string; isCut: boolean } {
  const whole = Buffer.from(text.replaceAll('\u0000', '\ufffd'))
  const body = new TextDecoder().decode(whole.subarray(0, maxKeptBytes), { stream: true })
  return { body, isCut: whole.length > maxKeptBytes }
}

const insert = `
  INSERT INTO refused_change AS kept
    (name, digest, msisdn, as_of, has_amounts, has_details, code, message, body, cut, count)
  SELECT $1, decode(digest, 'hex'), msisdn, as_of, has_amounts, has_details, code, message, body, cut, count
  FROM unnest($2::text[], $3::bigint[], $4::timestamptz[], $5::boolean[], $6::boolean[], $7::text[], $8::text[],
    $9::text[], $10::boolean[], $11::integer[])
    AS given (digest, msisdn, as_of, has_amounts, has_details, code, message, body, cut, count)
  ON CONFLICT (name, digest) DO UPDATE
  SET count = least(kept.count::bigint + excluded.count, 2147483647), last_at = now(), code = excluded.code,
    message = excluded.message, msisdn = excluded.msisdn, as_of = excluded.as_of, has_amounts = excluded.has_amounts,
    has_details = excluded.has_details
  RETURNING id, xmax = 0 AS "isNew"`
