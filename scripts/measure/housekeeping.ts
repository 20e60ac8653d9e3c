import { performance } from 'node:perf_hooks'
import type { Client } from 'pg'
import { newId } from '@/lib/ids'
import { createPool } from '@/lib/pool'
import { rollUpUsage } from '@/lib/usage/roll-up'
import { prune } from '@/worker/prune'
import { say } from '../start/console'
import { compare, load, startCalls } from './calls'
import { startDatabase } from './setting'

const quietSeconds = 20
const applications = 200

/** Fills a database with what is old, and removes it while a gateway answers: how fast, and what callers notice. */
export async function measureHousekeeping(rows: number): Promise<number> {
  const database = await startDatabase()
  say(`Filling: ${rows} old rows in all.`)
  await fillOld(database.client, rows)
  const call = await startCalls(database)
  const quiet = await load(call, quietSeconds * 1000)
  const pool = createPool(database.installation.databases.worker, 2, 'guichet-worker')
  let removed = 0
  const began = performance.now()
  let working = true
  const housekeeping = (async () => {
    // As many runs as it takes, one after the other: the worker's come every five minutes.
    for (let last = -1; last !== removed; ) {
      last = removed
      await prune(pool, (_what, count) => {
        removed += count
      })
    }
    const { hours, partitions } = await rollUpUsage(pool, 600_000)
    working = false
    return `${removed} rows removed, ${hours} hours added up, ${partitions} partitions dropped`
  })()
  const busy = await load(call, Number.POSITIVE_INFINITY, () => working)
  const what = await housekeeping
  const seconds = (performance.now() - began) / 1000
  await pool.end()
  say(`${what} in ${seconds.toFixed(1)} s (${Math.round(removed / seconds)} rows a second).`)
  say(compare(quiet, busy))
  return quiet.failed + busy.failed > 0 ? 1 : 0
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
