import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { ChangeError } from '@/lib/wallet/change'
import { formatTimestamp } from '@/lib/wallet/timestamp'

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
