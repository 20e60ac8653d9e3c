import { performance } from 'node:perf_hooks'
import type { Client, Pool } from 'pg'
import { newId } from '@/lib/ids'
import { createPool } from '@/lib/pool'
import { rollUpUsage } from '@/lib/usage/roll-up'
import { prune } from '@/worker/prune'
import { say } from '../start/console'
import { percentile } from '../statistics'
import { callsPerSecond, type Loaded, load, startCalls } from './calls'
import { startDatabase } from './setting'

const applications = 200
/** Housekeeping works and rests in turns, as this machine's own speed changes from minute to minute. */
const turnMilliseconds = 15_000
/** What is left then is not waited for. */
const mostMilliseconds = 720_000
const bar = 0.1

/** Fills a database with what is old, and removes it while a gateway answers: how fast, and what callers notice. */
export async function measureHousekeeping(rows: number): Promise<number> {
  const database = await startDatabase()
  say(`Filling: ${rows} old rows in all.`)
  await fillOld(database.client, rows)
  const call = await startCalls(database)
  const pool = createPool(database.installation.databases.worker, 2, 'guichet-worker')
  const turns: { quiet: Loaded; busy: Loaded }[] = []
  const done = { removed: 0, hours: 0, seconds: 0, finished: false }
  for (const end = performance.now() + mostMilliseconds; !done.finished && performance.now() < end; ) {
    const quiet = await load(call, turnMilliseconds)
    const began = performance.now()
    let working = true
    const work = keepHouse(pool, done).finally(() => {
      working = false
    })
    const busy = await load(call, Number.POSITIVE_INFINITY, () => working)
    await work
    done.seconds += (performance.now() - began) / 1000
    turns.push({ quiet, busy })
  }
  await pool.end()
  say(
    `${done.removed} rows removed and ${done.hours} hours added up in ${done.seconds.toFixed(0)} s of work ` +
      `(${Math.round(done.removed / done.seconds)} rows a second)${done.finished ? '' : '; more was left'}.`,
  )
  return conclude(turns)
}

/** One turn of the worker's two jobs. */
async function keepHouse(
  pool: Pool,
  done: { removed: number; hours: number; finished: boolean },
): Promise<void> {
  const end = performance.now() + turnMilliseconds
  await prune(
    pool,
    (_what, count) => {
      done.removed += count
    },
    turnMilliseconds,
  )
  if (performance.now() >= end) return
  const { hours, removed, finished } = await rollUpUsage(pool, end - performance.now())
  done.hours += hours
  done.removed += removed.usage_hour + removed.usage_day
  done.finished = finished
}

/** The middle of all pairs of turns decides. @returns an exit code */
function conclude(turns: { quiet: Loaded; busy: Loaded }[]): number {
  const failed = turns.reduce((sum, { quiet, busy }) => sum + quiet.failed + busy.failed, 0)
  const middle = (read: (turn: (typeof turns)[number]) => number) => percentile(turns.map(read), 0.5)
  const more = middle(({ quiet, busy }) => busy.p99 / quiet.p99) - 1
  const show = (which: 'quiet' | 'busy') =>
    `p50 ${middle((turn) => turn[which].p50).toFixed(1)} p99 ${middle((turn) => turn[which].p99).toFixed(1)}`
  say(
    `Balances at ${callsPerSecond} a second, milliseconds, middle of ${turns.length} turns: without ${show('quiet')}, ` +
      `meanwhile ${show('busy')}; p99 of a pair ${(100 * more).toFixed(0)} % more (bar ${100 * bar} %); failed ${failed}.`,
  )
  return failed > 0 || more > bar ? 1 : 0
}

/** Of what there is most: half usage by the minute, the rest expired sessions, links, throttle rows and sent mails. */
async function fillOld(client: Client, rows: number): Promise<void> {
  const developer = newId()
  const eighth = Math.floor(rows / 8)
  const old = (n: string) => `now() - interval '120 days' - ${n} * interval '1 millisecond'`
  await client.query(`INSERT INTO developer (id, email) VALUES ($1, 'old@measure.invalid')`, [developer])
  const minutes = Math.ceil((eighth * 4) / applications)
  for (const statement of [
    `INSERT INTO session (id, developer_id, user_agent, address, expires_at) SELECT gen_random_uuid(), '${developer}', 'x', 'x', ${old('n')} FROM generate_series(1, ${eighth}) n`,
    `INSERT INTO email_link (id, developer_id, purpose, token_hash, expires_at, used_at) SELECT gen_random_uuid(), '${developer}', 'activation', sha256(n::text::bytea), ${old('n')}, now() FROM generate_series(1, ${eighth}) n`,
    `INSERT INTO throttle SELECT sha256(n::text::bytea), 1, ${old('n')}, ${old('n')} FROM generate_series(1, ${eighth}) n`,
    `INSERT INTO mail_message (id, to_address, template, locale, encryption_key_id, status, created_at) SELECT gen_random_uuid(), 'x@measure.invalid', 'password-changed', 'en', 'k', 'sent', ${old('n')} FROM generate_series(1, ${eighth}) n`,
    `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded) SELECT md5(a::text)::uuid, date_trunc('minute', now() - interval '40 days') - n * interval '1 minute', 'account', 1 FROM generate_series(1, ${applications}) a, generate_series(1, ${minutes}) n`,
    'ANALYZE',
  ])
    await client.query(statement)
}
