import { fork } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import type { Client } from 'pg'
import { newId } from '@/lib/ids'
import { say } from '@/scripts/launch/start/console'
import { stopLater } from '@/scripts/launch/start/shutdown'
import { percentile } from '../statistics'
import { callsPerSecond, type Loaded, load, loadDuring, startCalls } from './calls'
import { type Done, type JobName, jobNames, type Worked } from './housekeeping-jobs'
import { startDatabase } from './setting'

const applications = 200
/** Housekeeping works and pauses in turns, as this machine's own speed changes from minute to minute. */
const turn = { quiet: 10_000, busy: 30_000 }
/** Of work: enough to see the effect on callers. Anything left then is reported. */
const mostMilliseconds = 450_000
const bar = 0.1

type Turn = { job: JobName; quiet: Loaded; busy: Loaded }

/** Fills a database with old data, and removes it while a gateway serves: how fast, and with what effect on callers. */
export async function measureHousekeeping(rows: number): Promise<number> {
  const database = await startDatabase()
  say(`Filling: ${rows} old rows in all.`)
  await fillOld(database.client, rows)
  const call = await startCalls(database)
  const worker = startWorker(database.installation.databases.worker)
  const done: Done = {}
  const turns: Turn[] = []
  let left = [...jobNames]
  let worked = 0
  while (left.length > 0 && worked < mostMilliseconds) {
    const job = left[turns.length % left.length] as JobName
    const quiet = await load(call, turn.quiet)
    const began = performance.now()
    const { busy, result } = await loadDuring(call, worker.work(job))
    if (result.finished) left = left.filter((each) => each !== job)
    for (const [what, count] of Object.entries(result.done)) done[what] = (done[what] ?? 0) + count
    worked += performance.now() - began
    turns.push({ job, quiet, busy })
  }
  worker.stop()
  const list = Object.entries(done).map(([what, count]) => `${count} ${what}`)
  const more = left.length > 0 ? '; more was left' : ''
  say(`In ${(worked / 1000).toFixed(0)} s of work: ${list.join(', ')}${more}.`)
  return conclude(turns)
}

/** A separate process, like the worker: its computing must not hold up the calls that are timed here. */
function startWorker(url: string) {
  const path = new URL('./housekeeping-jobs.ts', import.meta.url)
  const env = { ...process.env, DATABASE_URL: url }
  const worker = fork(path, { execArgv: ['--import', 'tsx'], env })
  stopLater(() => worker.kill())
  const ended = new AbortController()
  worker.once('exit', () => ended.abort(new Error('The worker ended.')))
  return {
    async work(job: JobName): Promise<Worked> {
      worker.send({ job, milliseconds: turn.busy })
      const [worked] = await once(worker, 'message', { signal: ended.signal })
      return worked
    },
    stop: () => worker.kill(),
  }
}

/** The median of all pairs of turns decides. @returns an exit code */
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
  for (const job of jobNames) {
    const own = turns.filter((each) => each.job === job).map(({ quiet, busy }) => busy.p99 / quiet.p99 - 1)
    if (own.length > 0) say(`  ${job}: ${own.map((each) => `${(100 * each).toFixed(0)} %`).join(', ')}`)
  }
  return failed > 0 || more > bar ? 1 : 0
}

/**
 * Half of it is usage by the minute, in partitions of which the older half was aggregated; the rest is spread evenly
 * over the other frequent kinds. For every 2000 rows there is also a document, and an upload's chunk, of 100 kB.
 */
async function fillOld(client: Client, rows: number): Promise<void> {
  const developer = newId()
  const part = Math.floor(rows / 12)
  const minutes = Math.ceil((part * 6) / applications)
  const each = Math.ceil(part / applications)
  const files = Math.ceil(rows / 2000)
  const old = (n: string) => `now() - interval '120 days' - ${n} * interval '1 millisecond'`
  const content = (n: string) =>
    `(SELECT string_agg(sha256((${n} || ' ' || i)::bytea), '') FROM generate_series(1, 3200) i)`
  await client.query(`INSERT INTO developer (id, email) VALUES ($1, 'old@measure.invalid')`, [developer])
  await client.query('DROP TABLE usage_minute_before')
  const oldest = Math.ceil(minutes / 1440) + 41
  for (let day = oldest; day >= 40; day--)
    await client.query(partitionOf(new Date(Date.now() - day * 86_400_000).toISOString().slice(0, 10)))
  for (const statement of [
    `INSERT INTO usage_rollup (step, until) VALUES ('hour', date_trunc('day', now(), 'UTC') - interval '${Math.ceil((oldest + 40) / 2)} days')`,
    `INSERT INTO application (id, developer_id, environment, state, name, client_id, request_key) SELECT md5(a::text)::uuid, '${developer}', 'sandbox', 'active', 'Old ' || a, 'guichet_sandbox_id_' || lpad(a::text, 22, '0'), gen_random_uuid() FROM generate_series(1, ${applications}) a`,
    `INSERT INTO application (id, developer_id, environment, state, state_changed_at, name, client_id, request_key) SELECT md5('r' || a)::uuid, '${developer}', 'production', 'rejected', now() - interval '10 years', 'Rejected ' || a, 'guichet_production_id_' || lpad(a::text, 22, '0'), gen_random_uuid() FROM generate_series(1, ${applications}) a`,
    `INSERT INTO submission (id, application_id, number) SELECT md5('s' || a)::uuid, md5('r' || a)::uuid, 1 FROM generate_series(1, ${applications}) a`,
    `INSERT INTO document (id, submission_id, requirement_id, version, name, kind, size, sha256, encryption_key_id) SELECT md5('d' || n)::uuid, md5('s' || (1 + n % ${applications}))::uuid, gen_random_uuid(), 1, 'x', 'pdf', 100000, sha256('x'), 'k' FROM generate_series(1, ${files}) n`,
    `INSERT INTO document_chunk (document_id, sequence, ciphertext) SELECT md5('d' || n)::uuid, 0, ${content('n')} FROM generate_series(1, ${files}) n`,
    `INSERT INTO upload_chunk (upload_id, sequence, ciphertext, created_at) SELECT gen_random_uuid(), 0, ${content('n')}, now() - interval '2 days' FROM generate_series(1, ${files}) n`,
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

function partitionOf(day: string): string {
  const name = `usage_minute_${day.replaceAll('-', '')}`
  const [from, to] = [`${day}T00:00Z`, `${new Date(Date.parse(day) + 86_400_000).toISOString()}`]
  return `CREATE TABLE ${name} PARTITION OF usage_minute FOR VALUES FROM ('${from}') TO ('${to}')`
}
