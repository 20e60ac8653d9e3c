import type { ClientBase } from 'pg'

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
