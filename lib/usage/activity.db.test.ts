import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { databasePool } from '@/lib/database'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import { createApplication, createDeveloper, issueSecret } from '@/test/factories'
import { recordCalls } from '@/test/metered-calls'
import { withOwnDatabase } from '@/test/own-database'
import { type Activity, listActivity, listAttention } from './activity'
import type { MeteredCall } from './request-log'

const { owner, gateway } = withOwnDatabase()
const now = new Date('2026-11-20T12:30:00Z')
const minute = 60_000
const hour = 60 * minute
let developerId: string

beforeEach(async () => {
  setClock(now)
  developerId = (await createDeveloper({}, owner)).id
})
/** So many of the same call, `ago` milliseconds before now. */
function record(applicationId: string, count: number, ago: number, call: Partial<MeteredCall> = {}) {
  const at = now.getTime() - ago
  return recordCalls(
    gateway,
    applicationId,
    Array.from({ length: count }, () => ({ at, ...call })),
  )
}

async function list(page = 1, perPage = 40) {
  return listActivity(developerId, now, { page, perPage })
}

/** The rows of usage and calls that PostgreSQL has read so far, through an index or not. */
async function countRead(): Promise<number> {
  const { rows } = await owner.query(
    `SELECT sum(seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_user_tables
     WHERE relname ~ '^(usage_minute|usage_hour|usage_day|recent_call)'`,
  )
  return rows[0].rows
}

async function only(): Promise<Activity> {
  const { applications } = await list()
  expect(applications).toHaveLength(1)
  return applications[0] as Activity
}

async function kinds(): Promise<string[]> {
  return listAttention((await list()).applications).map(({ attention }) => attention.kind)
}

describe('the 24 hours', () => {
  test('are summed by the hour, with the busiest minute and the last call', async () => {
    const { id } = await createApplication(owner, { developerId })
    await record(id, 3, 0)
    await record(id, 2, 0, { endpoint: 'token', minted: true })
    await record(id, 4, 23 * hour, { status: 503 })
    await record(id, 1, 23 * hour, { status: 429 })
    await record(id, 7, 24 * hour)
    // What the portal itself called, or suggested, is not an error of the application.
    const test = { status: 404, errorCode: 'account_not_found', msisdn: reservedMsisdn }
    await record(id, 2, 2 * hour, test)
    const { hours, ...activity } = await only()
    expect(hours).toHaveLength(24)
    expect(hours.at(0)).toEqual({ calls: 5, errors: 5, limited: 1, failed: 4 })
    expect(hours.at(-1)).toEqual({ calls: 5, errors: 0, limited: 0, failed: 0 })
    expect(hours.slice(1, -1).every(({ errors }) => errors === 0)).toBe(true)
    expect(activity).toMatchObject({ day: { calls: 12, errors: 5 }, peak: 5, limit: 60 })
    expect(activity.lately).toEqual({ calls: 5, errors: 0 })
    expect(activity.lastCallAt).toEqual(now)
  })

  test('leave the time of a call before them', async () => {
    const { id } = await createApplication(owner, { developerId })
    const before = 30 * hour + 1234
    await record(id, 1, before)
    expect(await only()).toMatchObject({ day: { calls: 0 }, lastCallAt: new Date(now.getTime() - before) })
  })

  test('are empty for an application without calls', async () => {
    await createApplication(owner, { developerId, environment: 'production', state: 'active' })
    expect(await only()).toMatchObject({
      day: { calls: 0, errors: 0 },
      peak: 0,
      limit: 3000,
      lastCallAt: null,
      oldSecretEndsAt: null,
    })
    expect(await kinds()).toEqual([])
  })
})

describe('the list', () => {
  // ASVS 8.2.2, 8.2.3
  test('has the applications of one’s own teams, without those of others and deleted ones', async () => {
    const mine = await createApplication(owner, { developerId })
    await createApplication(owner, { developerId, state: 'deleted' })
    const theirs = await createApplication(owner)
    expect(await only()).toMatchObject({ id: mine.id, role: 'owner', organisation: null })
    await owner.query(
      `INSERT INTO application_member (application_id, developer_id, role) VALUES ($1, $2, 'member')`,
      [theirs.id, developerId],
    )
    const { applications, total } = await list()
    expect(total).toBe(2)
    expect(applications.find(({ id }) => id === theirs.id)).toMatchObject({ role: 'member' })
  })

  test('has applications of one name next to each other, on pages', async () => {
    const make = (name: string, environment: 'sandbox' | 'production') =>
      createApplication(owner, { developerId, name, environment, state: 'active' })
    await make('Till', 'production')
    await make('Payroll', 'sandbox')
    await make('till', 'sandbox')
    // All three may be of the same millisecond.
    await owner.query(
      `UPDATE application SET created_at = created_at - interval '1 hour' WHERE developer_id = $1 AND name <> 'till'`,
      [developerId],
    )
    const { applications } = await list()
    expect(applications.map(({ name }) => name)).toEqual(['till', 'Till', 'Payroll'])
    expect((await list(1, 1)).applications[0]).toMatchObject({ name: 'till', sandboxId: null })
    expect(await list(3, 1)).toMatchObject({ applications: [{ name: 'Payroll' }], total: 3 })
    expect(await list(4, 1)).toEqual({ applications: [], total: 0 })
  })

  test('is read without passing over the minutes of other applications', async () => {
    for (let each = 0; each < 3; each++) await createApplication(owner, { developerId })
    // As many calls of others as of a small installation: with fewer, PostgreSQL may well prefer to read them all.
    await owner.query(
      `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded)
       SELECT md5(a::text)::uuid, $1::timestamptz - n * interval '1 minute', 'account', 1
       FROM generate_series(1, 50) a, generate_series(1, 1000) n`,
      [now],
    )
    await owner.query(
      `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, address)
       SELECT md5(a::text)::uuid, gen_random_uuid(), $1, 'account', 200, 3, '127.0.0.1'
       FROM generate_series(1, 50) a, generate_series(1, 100) n`,
      [now],
    )
    await owner.query('ANALYZE usage_minute, recent_call')
    await owner.query('SELECT pg_stat_force_next_flush()')
    const before = await countRead()
    await list()
    await databasePool().query('SELECT pg_stat_force_next_flush()')
    // The planner looks up some ends of indexes.
    expect((await countRead()) - before).toBeLessThan(50)
  })
})

describe('attention', () => {
  test.each(['suspended', 'changes_requested', 'rejected', 'draft'] as const)(
    'is asked for by an application that is %s',
    async (state) => {
      await createApplication(owner, { developerId, environment: 'production', state })
      expect(await kinds()).toEqual([state])
    },
  )

  test('is asked for by requests that fail much more often than usual, first of all', async () => {
    await createApplication(owner, { developerId, environment: 'production', state: 'draft' })
    const { id } = await createApplication(owner, { developerId })
    await record(id, 99, 2 * hour)
    await record(id, 1, 2 * hour, { status: 404 })
    await record(id, 80, 10 * minute)
    await record(id, 20, 10 * minute, { status: 500 })
    const found = listAttention((await list()).applications)
    expect(found.map(({ attention }) => attention)).toEqual([
      { kind: 'failing', share: 0.2, usual: 0.01 },
      { kind: 'limited', peak: 100, limit: 60 },
      { kind: 'draft' },
    ])
  })

  test('is not asked for by a few errors, by as many as usual, or before anything is usual', async () => {
    const [few, usual, fresh] = await Promise.all(
      Array.from({ length: 3 }, async () => (await createApplication(owner, { developerId })).id),
    )
    await record(few as string, 200, 2 * hour)
    await record(few as string, 9, 0, { status: 500 })
    await record(usual as string, 60, 2 * hour)
    await record(usual as string, 60, 2 * hour, { status: 404 })
    await record(usual as string, 60, 0, { status: 404 })
    await record(fresh as string, 60, 0, { status: 404 })
    expect(await kinds()).not.toContain('failing')
  })

  test('is asked for by more calls in a minute than the limit allows', async () => {
    const { id } = await createApplication(owner, { developerId })
    await record(id, 60, hour)
    expect(await kinds()).toEqual([])
    await record(id, 1, hour)
    expect((await only()).limit).toBe(60)
    expect(await kinds()).toEqual(['limited'])
  })

  test('compares with the week before, as far as it was summed', async () => {
    const { id } = await createApplication(owner, { developerId })
    await record(id, 30, 10 * minute, { status: 500 })
    expect(await kinds()).toEqual([])
    await record(id, 200, 4 * 24 * hour)
    expect(await kinds()).toEqual(['failing'])
    expect((await only()).usually).toEqual({ calls: 200, errors: 0 })
  })

  test('is asked for by a previous secret while it works, used or not', async () => {
    const { id } = await createApplication(owner, { developerId })
    const old = await issueSecret(owner, id, 'sandbox')
    const ends = new Date(now.getTime() + hour)
    await owner.query('UPDATE client_secret SET retires_at = $2 WHERE id = $1', [old.id, ends])
    const current = await issueSecret(owner, id, 'sandbox')
    await owner.query('UPDATE client_secret SET created_at = $2 WHERE id = $1', [
      current.id,
      new Date(now.getTime() - 23 * hour),
    ])
    // A program that runs at night may still need it.
    expect(await kinds()).toEqual([])
    await owner.query(`UPDATE client_secret SET created_at = created_at - interval '2 hours' WHERE id = $1`, [
      current.id,
    ])
    expect(await kinds()).toEqual(['secret_unused'])
    await owner.query('UPDATE client_secret SET last_used_at = $2 WHERE id = $1', [old.id, now])
    expect(await kinds()).toEqual(['secret_ends'])
    expect((await only()).oldSecretEndsAt).toEqual(ends)
    await owner.query('UPDATE client_secret SET retires_at = $2 WHERE id = $1', [old.id, now])
    expect(await kinds()).toEqual([])
  })
})
