import type { ClientBase } from 'pg'
import { parseLosslessJson, serializeExactJson } from '@/lib/exact-json'
import { done, type Result, refused as refuse } from '@/lib/result'
import { nameStatement } from '@/lib/statement'
import type { AccountRules } from '@/lib/wallet/account-record'
import { type Counts, countOutcomes, countRemovals, createAudit, newestOf } from '@/lib/wallet/apply-changes'
import { type Change, ChangeError } from '@/lib/wallet/change'
import { beginImport, lockNumbers } from '@/lib/wallet/import-locks'
import { removeDemoAccounts } from '@/lib/wallet/merge-accounts'
import type { ChangeOutcome } from '@/lib/wallet/number-state'
import { closeOvertaken } from '@/lib/wallet/overtaken'
import { formatTimestamp, maxAheadMs } from '@/lib/wallet/timestamp'
import { inChangeTransaction, writeChanges } from '@/lib/wallet/write-changes'
import { isSnapshot, readEvent, shortenEvent } from './debezium'
import type { FeedMapping } from './mapping'
import { addDeadLetter, type FailedChange, isRestarted, maxKeptBytes } from './queries'

/** One object of a request, or a line that is no JSON. Its text may be looked for: read it only where it is kept. */
export type Item = { value: unknown; readonly text: string } | { text: string; broken: true }

/** Where a sender has come to in one of its partitions, with the last change of the request. */
export type Position = { partition: string; offset: string }

export type Taken = Omit<Counts, 'refused'> & {
  refused: { index: number; code: string; message: string }[]
  repeated: boolean
  /** milliseconds that the newest change took to come; null if there was none, or a snapshot alone */
  behindMs: number | null
  /** from now on the numbering of the partition counts as begun again */
  restarted: boolean
}

type Rules = { accounts: AccountRules; mapping: FeedMapping | null }
type Writing = { name: string; now: number; day: string; numbersLocked: boolean; tiesLose: boolean }
type ItemOutcome = ChangeOutcome | ChangeError | 'ignored'

/** So many refused changes in a row are a wrong setting rather than wrong changes. */
const maxRefusedInARow = 1000
const environment = 'production'

/**
 * The feed of Production: each request is one transaction with its changes, its refused changes and its position. The
 * audit log gets a row with the first request and once a minute.
 */
export function createFeed({ accounts, mapping }: Rules) {
  const audit = createAudit(environment)
  /** The import record of each sender, one for each day. */
  const records = new Map<string, { id: number; day: string }>()

  async function take(
    client: ClientBase,
    name: string,
    items: Item[],
    position: Position | null,
  ): Promise<Result<Taken, string>> {
    const { result, settle } = await inChangeTransaction(client, async (numbersLocked) => {
      const sender = await readSender(client, name)
      if (sender.pausedReason !== null) return { result: refuse(sender.pausedReason), settle: () => {} }
      const place = position ? await advance(client, name, position) : 'ahead'
      const tiesLose = place === 'behind'
      const written = await write(client, { ...sender, name, numbersLocked, tiesLose }, items)
      const { outcomes, numbers, newestLive, audited } = written
      const refused = outcomes.flatMap((refusal, index): FailedChange[] =>
        refusal instanceof ChangeError ? [{ index, refusal, text: textOf(items[index] as Item) }] : [],
      )
      const kept = await addDeadLetter(client, name, refused)
      const mayClose = sender.hasRefused || kept.length > 0
      const closed = await closeOvertaken(client, mayClose ? [...numbers, ...numbersOf(refused)] : [])
      const brought =
        kept.some((id) => !closed.has(id)) || outcomes.includes('applied') || outcomes.includes('waiting')
      const repeated = place === 'behind' && !brought
      const restarted =
        position && place !== 'ahead' && brought ? await goBack(client, name, position) : false
      const counts = countOutcomes(outcomes)
      const behindMs =
        newestLive === null || repeated ? null : Math.max(0, Math.round((sender.now - newestLive) / 1000))
      await note(client, name, position, repeated ? { ...nothing, repeats: 1 } : { ...counts, repeats: 0 }, {
        ...written,
        behindMs,
        ended: endRefused(outcomes),
        reason: refused.at(-1)?.refusal,
      })
      return {
        result: done({ ...counts, refused: refused.map(describe), repeated, behindMs, restarted }),
        settle: await audited(),
      }
    })
    settle()
    return result
  }

  /** @returns the outcome of each item, and what adds them to the audit log, last of all */
  async function write(
    client: ClientBase,
    { name, now, day, numbersLocked, tiesLose }: Writing,
    items: Item[],
  ) {
    const record = await openRecord(client, name, day)
    const latest = now + maxAheadMs * 1000
    const read = items.map((item) =>
      'broken' in item ? brokenLine : readEvent(item.value, mapping, { ...accounts, latest }),
    )
    const groups = read.filter((each): each is Change[] => Array.isArray(each))
    const target = { environment, importId: record.id, numbersLocked, tiesLose } as const
    const written = await writeChanges(client, target, groups)
    let next = 0
    const outcomes = read.map(
      (each): ItemOutcome => (Array.isArray(each) ? (written[next++] as ChangeOutcome) : each),
    )
    const changes = groups.map((group) => group.at(-1) as Change)
    const audited = async () => {
      const settle = await audit.add(client, countRemovals(changes, written), countOutcomes(outcomes))
      return () => {
        records.set(name, record)
        settle()
      }
    }
    const live = items
      .filter((_, at) => Array.isArray(read[at]))
      .map((item) => !('value' in item && isSnapshot(item.value)))
    const newestLive = newestOf(
      changes.filter((_, at) => live[at]),
      written.filter((_, at) => live[at]),
    )
    const numbers = groups.flatMap((group) => group.map(({ msisdn }) => msisdn))
    return { importId: record.id, outcomes, numbers, newest: newestOf(changes, written), newestLive, audited }
  }

  async function openRecord(client: ClientBase, name: string, day: string) {
    const known = records.get(name)
    if (known?.day === day) return known
    await lockNumbers(client, environment)
    await removeDemoAccounts(client)
    return { id: await beginImport(client, { environment, source: 'feed', operator: name }), day }
  }

  /**
   * Tries refused changes again, all or those that someone asked for: those that are not refused again are forgotten.
   * @returns how many were tried, and how many are still refused
   */
  async function retry(
    client: ClientBase,
    only: 'all' | 'wanted',
  ): Promise<{ tried: number; refused: number }> {
    const total = { tried: 0, refused: 0 }
    for (let after = '0'; ; ) {
      const { rows } = await client.query(only === 'all' ? selectRefused : selectWanted, [after])
      if (rows.length === 0) return total
      after = rows.at(-1).id
      for (const { id, name, body } of rows) {
        const still = await retryOne(client, id, name, body)
        total.tried++
        if (still) total.refused++
      }
    }
  }

  async function retryOne(client: ClientBase, id: string, name: string, body: string): Promise<boolean> {
    const { isRefused, settle } = await inChangeTransaction(client, async (numbersLocked) => {
      const sender = await readSender(client, name)
      const writing = { ...sender, name, numbersLocked, tiesLose: true }
      const { outcomes, numbers, audited } = await write(client, writing, [parse(body)])
      const [outcome] = outcomes
      if (outcome instanceof ChangeError) await refuseAgain(client, id, outcome)
      else await client.query('DELETE FROM refused_change WHERE id = $1', [id])
      const isRefused = outcome instanceof ChangeError
      const closed = await closeOvertaken(client, isRefused ? numbersOf([{ refusal: outcome }]) : numbers)
      return { isRefused: isRefused && !closed.has(id), settle: await audited() }
    })
    settle()
    return isRefused
  }

  return { take, retry, end: (client: ClientBase) => audit.end(client) }
}

export type Feed = ReturnType<typeof createFeed>

/** Ends a pause. @returns false if the sender was not paused */
export async function resumeSender(client: Pick<ClientBase, 'query'>, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE feed_sender SET paused_at = NULL, paused_reason = NULL, refused_in_a_row = 0 WHERE name = $1 AND paused_at IS NOT NULL',
    [name],
  )
  return rowCount === 1
}

/** Lets a sender begin again in a partition. @returns false if it has no position there */
export async function deletePosition(
  client: Pick<ClientBase, 'query'>,
  name: string,
  partition: string,
): Promise<boolean> {
  const { rowCount } = await client.query('DELETE FROM feed_position WHERE name = $1 AND partition = $2', [
    name,
    partition,
  ])
  return rowCount === 1
}

/**
 * Discards refused changes, all or those of a sender, all or those with a code. Recorded with the operating system's
 * user. @returns how many there were
 */
export async function discardDeadLetters(
  client: Pick<ClientBase, 'query'>,
  { name, code, operator }: { name?: string; code?: string; operator?: string },
): Promise<number> {
  const { rows } = await client.query(
    `WITH gone AS (
      DELETE FROM refused_change WHERE ($1::text IS NULL OR name = $1) AND ($2::text IS NULL OR code = $2) RETURNING id),
    audited AS (
      INSERT INTO audit_entry (actor_role, action, subject_type, subject_id, detail)
      SELECT 'system', 'feed.refused_discarded', 'account', $3,
        jsonb_strip_nulls(jsonb_build_object('count', count(*), 'name', $1::text, 'code', $2::text, 'operator', $4::text))
      FROM gone HAVING count(*) > 0)
    SELECT count(*)::int AS count FROM gone`,
    [name ?? null, code ?? null, environment, operator ?? null],
  )
  return rows[0].count
}

const brokenLine = new ChangeError('json', 'Is not JSON')
const nothing = { applied: 0, unchanged: 0, stale: 0, waiting: 0, ignored: 0, refused: 0 }

function numbersOf(refused: Pick<FailedChange, 'refusal'>[]): string[] {
  return refused.flatMap(({ refusal: { of } }) => of.msisdn ?? [])
}

function describe({ index, refusal }: FailedChange) {
  return { index, code: refusal.code, message: refusal.message }
}

/** An event is shortened, unless it is larger than any of a table's row. */
function textOf(item: Item): string {
  const { text } = item
  if (!('value' in item) || text.length <= maxKeptBytes || text.length > 64 * maxKeptBytes) return text
  try {
    return serializeExactJson(shortenEvent(item.value))
  } catch (error) {
    // So deep that it can be read, and not be written.
    if (error instanceof RangeError) return text
    throw error
  }
}

function parse(text: string): Item {
  try {
    return { value: parseLosslessJson(text), text }
  } catch {
    return { text, broken: true }
  }
}

/**
 * How many changes at the end were refused, and whether there was another outcome before them. What is ignored says
 * nothing about a setting: heartbeats would keep a sender from ever being paused.
 */
function endRefused(all: ItemOutcome[]): { count: number; isAll: boolean } {
  const outcomes = all.filter((outcome) => outcome !== 'ignored')
  const last = outcomes.findLastIndex((outcome) => !(outcome instanceof ChangeError))
  return { count: outcomes.length - 1 - last, isAll: last < 0 }
}

async function readSender(
  client: ClientBase,
  name: string,
): Promise<{ now: number; day: string; pausedReason: string | null; hasRefused: boolean }> {
  const { rows } = await client.query(
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now, current_date::text AS day, paused_reason AS "pausedReason",
       EXISTS (SELECT FROM refused_change) AS "hasRefused"
     FROM (SELECT) one LEFT JOIN feed_sender ON name = $1`,
    [name],
  )
  return { ...rows[0], now: Number(rows[0].now) }
}

/** Above every position of the partition so far; below the highest; or at or below the one that is stored. */
type Place = 'ahead' | 'below' | 'behind'

/** Locks the position until the end of the transaction, and moves it forward. */
async function advance(client: ClientBase, name: string, { partition, offset }: Position): Promise<Place> {
  const { rows } = await client.query<{ below: boolean }>(
    `INSERT INTO feed_position AS stored (name, partition, position) VALUES ($1, $2, $3)
     ON CONFLICT (name, partition) DO UPDATE SET position = excluded.position,
       highest = CASE WHEN stored.highest > excluded.position THEN stored.highest END
     WHERE stored.position < excluded.position
     RETURNING highest IS NOT NULL AS below`,
    [name, partition, offset],
  )
  return rows[0] === undefined ? 'behind' : rows[0].below ? 'below' : 'ahead'
}

/**
 * The partition continues from an offset that is not above the highest, as it brought something.
 * @returns true if that has now happened for more than a minute: its numbering began again
 */
async function goBack(client: ClientBase, name: string, { partition, offset }: Position): Promise<boolean> {
  const { rows } = await client.query<{ restarted: boolean }>(
    `UPDATE feed_position p SET position = $3, highest = greatest(p.highest, p.position), back_at = now(),
       back_since = CASE WHEN p.back_at > now() - interval '1 hour' OR ${isRestarted('p')} THEN p.back_since ELSE now() END
     FROM feed_position before
     WHERE p.name = $1 AND p.partition = $2 AND before.name = p.name AND before.partition = p.partition
     RETURNING ${isRestarted('p')} AND ${isRestarted('before')} IS NOT TRUE AS restarted`,
    [name, partition, offset],
  )
  return rows[0]?.restarted ?? false
}

async function refuseAgain(
  client: ClientBase,
  id: string,
  { code, message, of: { msisdn, asOf, hasAmounts, hasDetails } }: ChangeError,
): Promise<void> {
  await client.query(
    `UPDATE refused_change SET retry_at = NULL, code = $2, message = $3, msisdn = coalesce($4, msisdn),
       as_of = $5, has_amounts = $6, has_details = $7 WHERE id = $1`,
    [
      id,
      code,
      message,
      msisdn ?? null,
      asOf === undefined ? null : formatTimestamp(asOf),
      hasAmounts ?? false,
      hasDetails ?? false,
    ],
  )
}

type Noted = {
  importId: number
  newest: number | null
  behindMs: number | null
  ended: { count: number; isAll: boolean }
  reason?: ChangeError
}

/** Last of all, as all requests of a sender write these rows. */
async function note(
  client: ClientBase,
  name: string,
  position: Position | null,
  { applied, unchanged, stale, waiting, ignored, refused, repeats }: Counts & { repeats: number },
  noted: Partial<Noted> = {},
): Promise<void> {
  const { importId = null, newest, behindMs = null, ended = { count: 0, isAll: true }, reason } = noted
  const counts = [applied, unchanged, stale, waiting, ignored, refused, repeats]
  const asOf = newest == null ? null : formatTimestamp(newest)
  const pause = [
    ended.count,
    ended.isAll,
    maxRefusedInARow,
    reason ? `${reason.code}: ${reason.message}` : null,
  ]
  await client.query({
    ...noteAll,
    values: [name, position?.partition ?? '', ...counts, behindMs, asOf, ...pause, importId],
  })
}

const noteAll = nameStatement(
  'note-changes',
  `WITH minute AS (
    INSERT INTO feed_minute AS m
      (minute, name, partition, applied, unchanged, stale, waiting, ignored, refused, repeats, behind_ms)
    VALUES (date_trunc('minute', now()), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::bigint)
    ON CONFLICT (minute, name, partition) DO UPDATE SET applied = m.applied + excluded.applied,
      unchanged = m.unchanged + excluded.unchanged, stale = m.stale + excluded.stale,
      waiting = m.waiting + excluded.waiting, ignored = m.ignored + excluded.ignored,
      refused = m.refused + excluded.refused, repeats = m.repeats + excluded.repeats,
      behind_ms = greatest(m.behind_ms, excluded.behind_ms)),
  place AS (
    UPDATE feed_position SET newest_as_of = greatest(newest_as_of, $11::timestamptz),
      behind_ms = coalesce($10, behind_ms), updated_at = now()
    WHERE name = $1 AND partition = $2),
  record AS (UPDATE account_import SET as_of = greatest(as_of, $11) WHERE id = $16)
  INSERT INTO feed_sender AS s (name, newest_as_of, refused_in_a_row, paused_at, paused_reason)
  VALUES ($1, $11::timestamptz, $12::integer, CASE WHEN $12 >= $14::integer THEN now() END, CASE WHEN $12 >= $14 THEN $15 END)
  ON CONFLICT (name) DO UPDATE SET last_seen_at = now(), newest_as_of = greatest(s.newest_as_of, excluded.newest_as_of),
    refused_in_a_row = CASE WHEN $13::boolean THEN s.refused_in_a_row ELSE 0 END + $12,
    paused_at = CASE WHEN CASE WHEN $13 THEN s.refused_in_a_row ELSE 0 END + $12 >= $14 THEN now() END,
    paused_reason = CASE WHEN CASE WHEN $13 THEN s.refused_in_a_row ELSE 0 END + $12 >= $14 THEN $15 END`,
)

const selectRefused =
  'SELECT id, name, body FROM refused_change WHERE id > $1 AND NOT cut ORDER BY id LIMIT 500'
const selectWanted =
  'SELECT id, name, body FROM refused_change WHERE id > $1 AND NOT cut AND retry_at IS NOT NULL ORDER BY id LIMIT 500'
