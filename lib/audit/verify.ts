import type { Pool } from 'pg'

/** The last row as recorded outside the database; `hash` in hexadecimal. */
export type AuditHead = { sequence: string; hash: string }

/**
 * A fault at `sequence`. `missing` covers all rows up to `until`; a `reordered` row belongs at `until`;
 * `address`: a text outside the chain is not the one that the row has a commitment to.
 */
export type AuditFault = {
  kind: 'changed' | 'replaced' | 'missing' | 'reordered' | 'cut_off' | 'rewritten' | 'address'
  sequence: string
  until?: string
}

export type AuditVerdict = { checked: number; head: AuditHead | null; faults: AuditFault[] }

type Options = {
  /** recorded heads: each must still be in the chain */
  anchors?: AuditHead[]
  onProgress?: (checked: number, total: number) => void
  batch?: number
}

type Row = { sequence: string; hash: string; previous: string; sound: boolean }

// Repeated here instead of calling audit_entry_hash(): anyone who can change rows could change that function too.
const digest = (sequence: string) => `sha256(e.previous_hash || convert_to(jsonb_build_array(
  ${sequence}, (extract(epoch FROM e.at) * 1000000)::bigint, e.actor_id, e.actor_role, e.action, e.subject_type,
  e.subject_id, e.detail)::text, 'UTF8'))`

const rowsAfter = `
  SELECT e.sequence, encode(e.hash, 'hex') AS hash, encode(e.previous_hash, 'hex') AS previous,
         e.hash = ${digest('e.sequence')} AS sound
  FROM audit_entry e WHERE e.sequence > $1::bigint ORDER BY e.sequence LIMIT $2`

/** Maximum number of positions to try for a row that is wrong. */
const maxCandidates = 500

/**
 * Recomputes the whole chain in batches, while rows are still being written: the hash of each row, its link to the
 * previous row, and that no number is missing. A chain cannot prove that its end was not cut off or that it was not
 * rewritten as a whole, so it is also compared with heads recorded outside the database. Addresses that were
 * erased are no fault; those that remain must match their commitments.
 * @returns the number of rows checked, the last row, and every fault in the order of the log
 */
export async function verifyAudit(pool: Pool, options: Options = {}): Promise<AuditVerdict> {
  const { anchors = [], onProgress, batch = 5000 } = options
  const total = Number((await pool.query('SELECT count(*) AS total FROM audit_entry')).rows[0].total)
  const faults: AuditFault[] = []
  let last: Row | null = null
  let checked = 0
  for (;;) {
    const rows: Row[] = (await pool.query<Row>(rowsAfter, [last?.sequence ?? '0', batch])).rows
    for (const row of rows) {
      faults.push(...compare(last, row))
      last = row
    }
    checked += rows.length
    onProgress?.(checked, Math.max(total, checked))
    if (rows.length < batch) break
  }
  await findReordered(pool, faults)
  for (const anchor of anchors) faults.push(...(await lookFor(pool, anchor, last)))
  faults.push(...(await findWrongAddresses(pool)))
  return { checked, head: last && { sequence: last.sequence, hash: last.hash }, faults }
}

/** A row of the chain: its hash (hexadecimal), and whether it is as it was written and linked to the row before. */
export type ChainLink = AuditHead & { whole: boolean }

/**
 * Up to `count` rows of the chain from the number `from` on, in their order. The first is compared with its own hash
 * alone, unless it is the first of the log.
 */
export async function readChain(pool: Pool, from: bigint, count: number): Promise<ChainLink[]> {
  const { rows } = await pool.query<Row>(rowsAfter, [String(from - 1n), count])
  return rows.map((row, index) => {
    const last = rows[index - 1]
    const whole = last || row.sequence === '1' ? compare(last ?? null, row).length === 0 : row.sound
    return { sequence: row.sequence, hash: row.hash, whole }
  })
}

/**
 * Verifies the newest rows, up to `count`, and says since when there is a log.
 * @returns the last number, how many were checked, and where the chain breaks first; null for an empty log
 */
export async function verifyNewest(
  pool: Pool,
  count: number,
): Promise<{ last: string; since: Date; checked: number; broken: string | null } | null> {
  const { rows } = await pool.query<{ last: string; since: Date }>(
    `SELECT last.sequence AS last, first.at AS since
     FROM (SELECT sequence FROM audit_entry ORDER BY sequence DESC LIMIT 1) last,
          (SELECT at FROM audit_entry ORDER BY sequence LIMIT 1) first`,
  )
  const [extent] = rows
  if (!extent) return null
  const from = BigInt(extent.last) - BigInt(count) + 1n
  const links = await readChain(pool, from > 1n ? from : 1n, count)
  return { ...extent, checked: links.length, broken: links.find(({ whole }) => !whole)?.sequence ?? null }
}

function compare(last: Row | null, row: Row): AuditFault[] {
  const faults: AuditFault[] = []
  const expected = BigInt(last?.sequence ?? 0) + 1n
  if (BigInt(row.sequence) !== expected)
    faults.push({ kind: 'missing', sequence: String(expected), until: String(BigInt(row.sequence) - 1n) })
  else if (row.previous !== (last?.hash ?? '') && row.sound && (last === null || last.sound))
    // Both rows are intact, but this one was linked to a different row than the one before it.
    faults.push({ kind: 'replaced', sequence: last?.sequence ?? row.sequence })
  if (!row.sound) faults.push({ kind: 'changed', sequence: row.sequence })
  return faults
}

/** A row whose hash is right for another number was moved, not changed. */
async function findReordered(pool: Pool, faults: AuditFault[]): Promise<void> {
  const wrong = faults.filter(({ kind }) => kind === 'changed').slice(0, maxCandidates)
  const places = [...wrong.map(({ sequence }) => sequence), ...missingPlaces(faults)].slice(0, maxCandidates)
  if (wrong.length === 0 || places.length === 0) return
  const { rows } = await pool.query<{ sequence: string; place: string }>(
    `SELECT e.sequence, place FROM audit_entry e, unnest($2::bigint[]) AS place
     WHERE e.sequence = ANY ($1::bigint[]) AND place <> e.sequence AND e.hash = ${digest('place')}`,
    [wrong.map(({ sequence }) => sequence), places],
  )
  for (const { sequence, place } of rows) {
    const fault = wrong.find((each) => each.sequence === sequence)
    if (fault) Object.assign(fault, { kind: 'reordered', until: place })
  }
}

function missingPlaces(faults: AuditFault[]): string[] {
  const places: string[] = []
  for (const { kind, sequence, until } of faults) {
    if (kind !== 'missing' || until === undefined) continue
    for (let place = BigInt(sequence); place <= BigInt(until) && places.length < maxCandidates; place++)
      places.push(String(place))
  }
  return places
}

async function findWrongAddresses(pool: Pool): Promise<AuditFault[]> {
  const { rows } = await pool.query<{ sequence: string }>(
    `SELECT DISTINCT a.sequence FROM audit_address a LEFT JOIN audit_entry e USING (sequence)
     WHERE e.detail #>> ARRAY[a.name, 'commitment']
       IS DISTINCT FROM encode(sha256(a.salt || convert_to(a.value, 'UTF8')), 'hex')
     ORDER BY a.sequence`,
  )
  return rows.map(({ sequence }) => ({ kind: 'address', sequence }))
}

async function lookFor(pool: Pool, anchor: AuditHead, last: Row | null): Promise<AuditFault[]> {
  const end = BigInt(last?.sequence ?? 0)
  if (end < BigInt(anchor.sequence))
    return [{ kind: 'cut_off', sequence: String(end + 1n), until: anchor.sequence }]
  const { rows } = await pool.query(
    `SELECT encode(hash, 'hex') AS hash FROM audit_entry WHERE sequence = $1`,
    [anchor.sequence],
  )
  // A missing one was reported already.
  return rows[0] && rows[0].hash !== anchor.hash ? [{ kind: 'rewritten', sequence: anchor.sequence }] : []
}
