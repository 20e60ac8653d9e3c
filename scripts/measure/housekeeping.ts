import { performance } from 'node:perf_hooks'
import type { Client, Pool } from 'pg'
import { newId } from '@/lib/ids'
import { createPool } from '@/lib/pool'
import { createEnd } from '@/lib/rest'
import { rollUpUsage } from '@/lib/usage/roll-up'
import { prune } from '@/worker/prune'
import { say } from '../start/console'
import { percentile } from '../statistics'
import { callsPerSecond, type Loaded, load, loadDuring, startCalls } from './calls'
import { startDatabase } from './setting'

const applications = 200
/** Housekeeping works and rests in turns, as this machine's own speed changes from minute to minute. */
const turn = { quiet: 10_000, busy: 30_000 }
/** Of work, which is enough to see what callers notice; what is left then is said. */
const mostMilliseconds = 600_000
const bar = 0.1

/** What housekeeping came to. */
type Done = { removed: number; hours: number; partitions: number }

/** A job of the worker's, taken on for so many milliseconds. @returns whether nothing is left */
type Job = (milliseconds: number) => Promise<boolean>

type Turn = { quiet: Loaded; busy: Loaded }

/** Fills a database with what is old, and removes it while a gateway answers: how fast, and what callers notice. */
export async function measureHousekeeping(rows: number): Promise<number> {
  const database = await startDatabase()
  say(`Filling: ${rows} old rows in all.`)
  await fillOld(database.client, rows)
  const call = await startCalls(database)
  const pool = createPool(database.installation.databases.worker, 2, 'guichet-worker')
  const done: Done = { removed: 0, hours: 0, partitions: 0 }
  const turns: Turn[] = []
  let left = [pruning(pool, done), rollingUp(pool, done)]
  let worked = 0
  while (left.length > 0 && worked < mostMilliseconds) {
    const job = left[turns.length % left.length] as Job
    const quiet = await load(call, turn.quiet)
    const began = performance.now()
    const { busy, result: isDone } = await loadDuring(call, job(turn.busy))
    if (isDone) left = left.filter((each) => each !== job)
    worked += performance.now() - began
    turns.push({ quiet, busy })
  }
  await pool.end()
  const { removed, hours, partitions } = done
  say(
    `${removed} rows removed, ${hours} hours added up and ${partitions} partitions dropped in ` +
      `${(worked / 1000).toFixed(0)} s of work (${Math.round((1000 * removed) / worked)} rows a second)` +
      `${left.length > 0 ? '; more was left' : ''}.`,
  )
  return conclude(turns)
}

function pruning(pool: Pool, done: Done): Job {
  return async (milliseconds) => {
    const isOver = createEnd(milliseconds)
    const report = (_what: string, count: number) => {
      done.removed += count
    }
    await prune(pool, report, milliseconds)
    return !isOver()
  }
}

function rollingUp(pool: Pool, done: Done): Job {
  return async (milliseconds) => {
    const { hours, partitions, removed, finished } = await rollUpUsage(pool, milliseconds)
    done.hours += hours
    done.partitions += partitions
    done.removed += removed.usage_hour + removed.usage_day
    return finished
  }
}

/** The middle of all pairs of turns decides. @returns an exit code */
function conclude(turns: Turn[]): number {
  const failed = turns.reduce((sum, { quiet, busy }) => sum + quiet.failed + busy.failed, 0)
  const middle = (read: (turn: Turn) => number) => percentile(turns.map(read), 0.5)
  const more = middle(({ quiet, busy }) => busy.p99 / quiet.p99) - 1
  const show = (which: 'quiet' | 'busy') =>
    `p50 ${middle((turn) => turn[which].p50).toFixed(1)} p99 ${middle((turn) => turn[which].p99).toFixed(1)}`
  say(
    `Balances at ${callsPerSecond} a second, milliseconds, middle of ${turns.length} turns: without ${show('quiet')}, ` +
      `meanwhile ${show('busy')}; p99 of a pair ${(100 * more).toFixed(0)} % more (bar ${100 * bar} %); failed ${failed}.`,
  )
  return failed > 0 || more > bar ? 1 : 0
}

/** Half of it usage by the minute, the rest as much of each other kind that there is much of. */
async function fillOld(client: Client, rows: number): Promise<void> {
  const developer = newId()
  const part = Math.floor(rows / 12)
  const minutes = Math.ceil((part * 6) / applications)
  const each = Math.ceil(part / applications)
  const old = (n: string) => `now() - interval '120 days' - ${n} * interval '1 millisecond'`
  await client.query(`INSERT INTO developer (id, email) VALUES ($1, 'old@measure.invalid')`, [developer])
  for (const statement of [
    `INSERT INTO application (id, developer_id, environment, state, name, client_id, request_key) SELECT md5(a::text)::uuid, '${developer}', 'sandbox', 'active', 'Old ' || a, 'guichet_sandbox_id_' || lpad(a::text, 22, '0'), gen_random_uuid() FROM generate_series(1, ${applications}) a`,
    `INSERT INTO session (id, developer_id, user_agent, address, expires_at) SELECT gen_random_uuid(), '${developer}', 'x', 'x', ${old('n')} FROM generate_series(1, ${part}) n`,
    `INSERT INTO email_link (id, developer_id, purpose, token_hash, expires_at, used_at) SELECT gen_random_uuid(), '${developer}', 'activation', sha256(n::text::bytea), ${old('n')}, now() FROM generate_series(1, ${part}) n`,
    `INSERT INTO throttle SELECT sha256(n::text::bytea), 1, ${old('n')}, ${old('n')} FROM generate_series(1, ${part}) n`,
    `INSERT INTO mail_message (id, to_address, template, locale, encryption_key_id, status, created_at) SELECT gen_random_uuid(), 'x@measure.invalid', 'password-changed', 'en', 'k', 'sent', ${old('n')} FROM generate_series(1, ${part}) n`,
    `INSERT INTO access_token (application_id, generation, nonce, key_id, token_hash, issued_at, expires_at) SELECT md5(a::text)::uuid, n, substr(sha256(n::text::bytea), 1, 16), 'k', sha256((a || ' ' || n)::bytea), ${old('-n')} - interval '5 minutes', ${old('-n')} FROM generate_series(1, ${applications}) a, generate_series(1, ${each}) n`,
    `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, address) SELECT md5(a::text)::uuid, gen_random_uuid(), ${old('-n')}, 'account', 200, 1, 'x' FROM generate_series(1, ${each}) n, generate_series(1, ${applications}) a`,
    `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded) SELECT md5(a::text)::uuid, date_trunc('minute', now() - interval '40 days') - n * interval '1 minute', 'account', 1 FROM generate_series(1, ${applications}) a, generate_series(1, ${minutes}) n`,
    'ANALYZE',
  ])
    await client.query(statement)
}
