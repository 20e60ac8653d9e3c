import type { Pool } from 'pg'
import { createPool } from './pool'
import { nameStatement } from './statement'
import { withTimeout } from './timeout'

/** A replica of the database, for reads that may be slightly out of date. */
export type Standby = {
  readonly name: string
  /**
   * Runs a read on it. Returns null if it was no longer fresh enough when the result arrived, or did not respond within
   * half a second: the caller then reads from the primary. A standby that did not respond is skipped for a while.
   */
  read<T>(ask: (pool: Pool) => Promise<T>): Promise<T | null>
}

/** The standbys of one primary, with a watch on their lag. */
export type Standbys = {
  /** A standby that has everything committed until `bound` seconds ago, in rotation; null if there is none now. */
  choose(): Standby | null
  /** The maximum age of each standby's data in seconds; infinite if unknown. Leaves out the primary itself. */
  ages(): { name: string; seconds: number }[]
  close(): Promise<void>
}

type Options = {
  primary: Pool
  /** URLs of the standbys. */
  urls: string[]
  /** Maximum age of the data in seconds. */
  bound: number
  /** application_name of the connections. */
  name: string
}

/** Connections to each: three for batches, and one for measuring its lag. */
const poolSize = 4
/**
 * So short that the primary can still respond in time after a standby did not. The pool's own timeout begins
 * once there is a connection, and a machine that lost its power never says that there is none.
 */
const timeoutMs = 500
const restMilliseconds = 5000
/** A primary that responds slowly once is not considered gone. */
const silentLooks = 3

/** The primary's position in the log and its timeline; `at` is `performance.now()` before the query. */
type Mark = { at: number; position: bigint; timeline: number }

/**
 * Measures the lag of standbys, without writing and without comparing clocks. The position of the primary's log is
 * queried regularly, and a standby that has replayed up to it has everything committed before that query. An idle
 * primary has nothing new, so its standbys stay fresh. If the primary does not respond, or a standby does not follow it
 * (another timeline, promoted, paused, gone), the last known state ages and the standby is skipped.
 */
export function watchStandbys({ primary, urls, bound, name }: Options): Standbys {
  const boundMilliseconds = bound * 1000
  const standbys = urls.map((url) => new WatchedStandby(url, name, boundMilliseconds))
  let marks: Mark[] = []
  let turn = 0
  let timer: NodeJS.Timeout | undefined
  let looking = look()

  async function look(): Promise<void> {
    const mark = await readMark(primary).catch(() => null)
    const oldest = performance.now() - boundMilliseconds
    if (mark) marks = [mark, ...marks.filter(({ at }) => at > oldest)]
    await Promise.all(standbys.map((each) => each.look(marks)))
  }

  function lookLater(): void {
    timer = setTimeout(
      () => {
        looking = look().finally(lookLater)
      },
      Math.min(1000, boundMilliseconds / 4),
    ).unref()
  }
  looking.finally(lookLater)

  return {
    choose() {
      for (let tries = standbys.length; tries > 0; tries--) {
        const standby = standbys[turn++ % standbys.length] as WatchedStandby
        if (standby.isFresh() && !standby.rests()) return standby
      }
      return null
    },
    ages: () =>
      standbys
        .filter(({ isPrimary }) => !isPrimary)
        .map(({ name, freshAt }) => ({ name, seconds: (performance.now() - freshAt) / 1000 })),
    async close() {
      await looking
      clearTimeout(timer)
      await Promise.all(standbys.map(({ pool }) => pool.end()))
    },
  }
}

/** The displayed name of a standby: its host and port, or the folder of its socket. */
export function nameStandby(url: string): string {
  const { host, searchParams } = new URL(url)
  return searchParams.get('host') ?? host
}

class WatchedStandby implements Standby {
  readonly name: string
  readonly pool: Pool
  /** It has everything that was committed before this moment. */
  freshAt = Number.NEGATIVE_INFINITY
  /** If all servers of a failover group are listed, one is the primary. */
  isPrimary = false
  /** Consecutive checks without a response. */
  #silent = 0
  #restsUntil = 0

  constructor(
    url: string,
    applicationName: string,
    readonly bound: number,
  ) {
    this.name = nameStandby(url)
    this.pool = createPool(url, poolSize, applicationName, timeoutMs)
  }

  isFresh(): boolean {
    return performance.now() - this.freshAt <= this.bound
  }

  rests(): boolean {
    return performance.now() < this.#restsUntil
  }

  async read<T>(ask: (pool: Pool) => Promise<T>): Promise<T | null> {
    try {
      const found = await withTimeout(timeoutMs, () => ask(this.pool))
      return this.isFresh() ? found : null
    } catch {
      this.#restsUntil = performance.now() + restMilliseconds
      return null
    }
  }

  /** @param marks of the primary, newest first */
  async look(marks: Mark[]): Promise<void> {
    const there = await withTimeout(timeoutMs, () => readPosition(this.pool)).catch(() => null)
    this.#silent = there ? 0 : this.#silent + 1
    // A primary that disappears must be noticed; the state of a standby that does not respond only ages.
    if (this.#silent >= silentLooks) this.isPrimary = false
    if (!there) return
    const reached = marks.find(
      ({ position, timeline }) => there.timeline === timeline && there.position >= position,
    )
    this.isPrimary = !there.recovering && reached !== undefined
    if (!there.recovering) return
    // Otherwise it is behind all of them.
    this.freshAt = reached?.at ?? Math.min(this.freshAt, marks.at(-1)?.at ?? this.freshAt)
  }
}

const endOfLog = nameStatement(
  'end-of-log',
  `SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text AS position,
    ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int AS timeline`,
)

const positionInLog = nameStatement(
  'position-in-log',
  `SELECT recovering, pg_wal_lsn_diff(position, '0/0')::text AS position,
      CASE WHEN recovering THEN greatest(c.timeline_id, r.min_recovery_end_timeline)
        ELSE ('x' || left(pg_walfile_name(position), 8))::bit(32)::int END AS timeline
    FROM pg_control_checkpoint() c, pg_control_recovery() r, pg_is_in_recovery() AS recovering,
      LATERAL (SELECT CASE WHEN recovering THEN pg_last_wal_replay_lsn()
        ELSE pg_current_wal_flush_lsn() END AS position) AS log
    WHERE position IS NOT NULL`,
)

// The flushed position, not the written one, because standbys are sent flushed log only: this distinguishes a standby
// that has all of it from one that waits for more. A standby of another server, or one that did not follow a failover,
// is on another timeline.
async function readMark(primary: Pool): Promise<Mark> {
  const at = performance.now()
  const { rows } = await primary.query(endOfLog)
  return { at, position: BigInt(rows[0].position), timeline: rows[0].timeline }
}

/** A server's position: what it has replayed or, if it is not a standby, what it has written. */
async function readPosition(server: Pool): Promise<(Omit<Mark, 'at'> & { recovering: boolean }) | null> {
  const { rows } = await server.query(positionInLog)
  const [row] = rows
  return row ? { ...row, position: BigInt(row.position) } : null
}
