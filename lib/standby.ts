import type { Pool } from 'pg'
import { createPool } from './pool'
import { withTimeout } from './timeout'

/** A copy of the database that may answer what need not be of this very moment. */
export type Standby = {
  readonly name: string
  /**
   * What was read from it; null, and the primary is to be asked, when it was no longer fresh enough by then or gave no
   * answer within half a second. One that gave none is not chosen for a while.
   */
  read<T>(ask: (pool: Pool) => Promise<T>): Promise<T | null>
}

/** The standbys of one primary, watched. */
export type Standbys = {
  /** One that surely holds all that was committed the bound ago, each in turn; null when there is none now. */
  choose(): Standby | null
  /** For each but the primary itself, how old its data may be, in seconds; infinite when that is not known. */
  ages(): { name: string; seconds: number }[]
  close(): Promise<void>
}

type Options = {
  primary: Pool
  /** Addresses of the standbys. */
  urls: string[]
  /** Seconds that data may be old. */
  bound: number
  /** application_name of the connections. */
  name: string
}

/** Connections to each: three batches at a time, and the question how far it is. */
const poolSize = 4
/**
 * So short that an answer of the primary still comes in time after a standby gave none. The pool's own timeout begins
 * once there is a connection, and a machine that lost its power never says that there is none.
 */
const timeoutMs = 500
const restMilliseconds = 5000
/** A primary that was once slow to answer is none that is gone. */
const silentLooks = 3

/** Where the log stood on which timeline, and when that was asked: `at` is `performance.now()` before the question. */
type Mark = { at: number; position: bigint; timeline: number }

/**
 * Watches how far standbys are behind, without a write and without comparing clocks: every so often the primary is asked
 * where its log ends, and a standby that has replayed up to there holds all that was committed before that question.
 * An idle primary has nothing new, so that its standbys stay fresh. When the primary cannot be asked, or a standby does
 * not follow it (another timeline, promoted, paused, gone), what is known grows old and the standby is left out.
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

/** What a standby is called where people read of it: its host and port, or the folder of its socket. */
export function nameStandby(url: string): string {
  const { host, searchParams } = new URL(url)
  return searchParams.get('host') ?? host
}

class WatchedStandby implements Standby {
  readonly name: string
  readonly pool: Pool
  /** What was committed before this moment, it holds. */
  freshAt = Number.NEGATIVE_INFINITY
  /** Where all servers that may change places are named, one is the primary. */
  isPrimary = false
  /** Looks in a row that it did not answer. */
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
    // A former primary that is gone must be missed; what is known of another that cannot be asked only grows old.
    if (this.#silent >= silentLooks) this.isPrimary = false
    if (!there) return
    const reached = marks.find(
      ({ position, timeline }) => there.timeline === timeline && there.position >= position,
    )
    this.isPrimary = !there.recovering && reached !== undefined
    if (!there.recovering) return
    // Else behind all of them.
    this.freshAt = reached?.at ?? Math.min(this.freshAt, marks.at(-1)?.at ?? this.freshAt)
  }
}

// Flushed and not merely written: that is what standbys are sent, so that one that has all of it can be told from one
// that waits for more. A standby of another server, or one that did not follow a failover, is on another timeline.
async function readMark(primary: Pool): Promise<Mark> {
  const at = performance.now()
  const { rows } = await primary.query({
    name: 'end-of-log',
    text: `SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text AS position,
      ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int AS timeline`,
  })
  return { at, position: BigInt(rows[0].position), timeline: rows[0].timeline }
}

/** How far a server is: what it has replayed, or, where it is no standby, what it has written. */
async function readPosition(server: Pool): Promise<(Omit<Mark, 'at'> & { recovering: boolean }) | null> {
  const { rows } = await server.query({
    name: 'position-in-log',
    text: `SELECT recovering, pg_wal_lsn_diff(position, '0/0')::text AS position,
        CASE WHEN recovering THEN greatest(c.timeline_id, r.min_recovery_end_timeline)
          ELSE ('x' || left(pg_walfile_name(position), 8))::bit(32)::int END AS timeline
      FROM pg_control_checkpoint() c, pg_control_recovery() r, pg_is_in_recovery() AS recovering,
        LATERAL (SELECT CASE WHEN recovering THEN pg_last_wal_replay_lsn()
          ELSE pg_current_wal_flush_lsn() END AS position) AS log
      WHERE position IS NOT NULL`,
  })
  const [row] = rows
  return row ? { ...row, position: BigInt(row.position) } : null
}
