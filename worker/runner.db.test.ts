import { setTimeout as pause } from 'node:timers/promises'
import type { Task } from 'graphile-worker'
import type { Pool } from 'pg'
import pino from 'pino'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { database, databasePool } from '@/lib/database'
import { queueMail } from '@/lib/mail/commands'
import { resumeMails } from '@/lib/mail/delivery'
import { withOwnDatabase } from '@/test/own-database'
import { type Relay, startRelay } from '@/test/relay'
import { createMailer } from './mailer'
import { createWorkerMetrics } from './metrics'
import { createTasks, type KeptRunner, keepRunning } from './tasks'

const logger = pino({ level: 'silent' })
const soon = { timeout: 45_000, interval: 20 }

withOwnDatabase({ as: 'worker' })
let pool: Pool
let relay: Relay | undefined
let stop: (() => Promise<void>) | undefined

beforeAll(async () => {
  pool = databasePool()
})

afterEach(async () => {
  await stop?.()
  stop = undefined
  await relay?.close()
  relay = undefined
})

function work(url: string): { runner: KeptRunner; metrics: ReturnType<typeof createWorkerMetrics> } {
  const mailer = createMailer(url, 'Guichet <no-reply@guichet.example>', 'portal.example')
  const metrics = createWorkerMetrics(pool)
  const runner = keepRunning(pool, createTasks({ pool, mailer, logger, metrics }), logger)
  stop = async () => {
    await runner.stop()
    mailer.close()
  }
  return { runner, metrics }
}

function queue(email: string): Promise<void> {
  return database().$transaction((transaction) =>
    queueMail(transaction, { id: null, email, locale: 'en' }, 'password-changed', {}),
  )
}

const status = async (toAddress: string) =>
  (await database().mailMessage.findFirstOrThrow({ where: { toAddress } })).status

test("with the worker's own rights, a mail goes out soon after it was queued, and is counted", async () => {
  relay = await startRelay()
  const { metrics } = work(relay.url)
  await queue('one@example.org')
  await vi.waitUntil(() => relay?.received.length === 1, soon)
  await vi.waitUntil(async () => (await status('one@example.org')) === 'sent', soon)
  const text = await vi.waitUntil(async () => {
    const found = await metrics.registry.metrics()
    return found.includes('guichet_jobs_total{task="send-mail",outcome="done"} 1') && found
  }, soon)
  expect(text).toContain('guichet_mails_total{outcome="sent"} 1')
  expect(text).toContain('guichet_mails_queued 0')
})

test('stopping waits for the mail in flight', async () => {
  let release = () => {}
  const held = new Promise<undefined>((done) => {
    release = () => done(undefined)
  })
  let arrived = false
  relay = await startRelay({
    data: () => {
      arrived = true
      return held
    },
  })
  const { runner } = work(relay.url)
  await queue('three@example.org')
  await vi.waitUntil(() => arrived, soon)
  const stopped = runner.stop()
  expect(runner.isRunning()).toBe(false)
  release()
  await stopped
  expect(await status('three@example.org')).toBe('sent')
})

test('a long job is signalled when the worker ends', async () => {
  let began = false
  const long: Task = async (_payload, { abortSignal }) => {
    began = true
    await pause(60_000, undefined, { signal: abortSignal }).catch(() => {})
  }
  const mailer = createMailer('smtp://127.0.0.1:1', 'Guichet <no-reply@guichet.example>', 'portal.example')
  const tasks = createTasks({ pool, mailer, logger, metrics: createWorkerMetrics(pool) })
  const runner = keepRunning(pool, { ...tasks, long }, logger)
  await pool.query(`SELECT graphile_worker.add_job('long')`)
  await vi.waitUntil(() => began, soon)
  const before = performance.now()
  await runner.stop()
  expect(performance.now() - before).toBeLessThan(30_000)
  mailer.close()
})

test('a database that fails while jobs end affects no other job', async () => {
  const rejected = vi.fn()
  process.on('unhandledRejection', rejected)
  const ends = new Map<string, () => void>()
  const outcomes: string[] = []
  const held = (name: string): Task => {
    return async () => {
      await new Promise<void>((end) => ends.set(name, end))
      outcomes.push(name)
      if (name === 'fails') throw new Error('as it should')
    }
  }
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
  const logged = (text: string) => lines.some((line) => line.includes(text))
  const until = (found: () => boolean) =>
    vi.waitUntil(found, soon).catch(() => expect.unreachable(`The queue logged:\n${lines.join('')}`))
  const runner = keepRunning(pool, { done: held('done'), fails: held('fails'), other: held('other') }, log)
  stop = () => {
    // The one that failed may have been begun again.
    for (const end of ends.values()) end()
    return runner.stop()
  }
  for (const name of ['done', 'fails', 'other'])
    await pool.query('SELECT graphile_worker.add_job($1)', [name])
  await until(() => ends.size === 3)
  const away = new Error('the database is away')
  const outage = vi
    .spyOn(pool, 'connect')
    .mockImplementation(((answer?: (error: Error) => void) =>
      answer ? answer(away) : Promise.reject(away)) as never)
  ends.get('done')?.()
  ends.get('fails')?.()
  await until(() => logged('Failed to complete jobs') && logged('Failed to fail jobs'))
  outage.mockRestore()
  ends.get('other')?.()
  ends.delete('done')
  await pool.query(`SELECT graphile_worker.add_job('done')`)
  await until(() => ends.has('done'))
  ends.get('done')?.()
  await until(() => outcomes.length === 4)
  expect(outcomes).toEqual(['done', 'fails', 'other', 'done'])
  expect(rejected).not.toHaveBeenCalled()
  process.off('unhandledRejection', rejected)
})

test('a mail whose worker was killed is queued again once its lease is over', async () => {
  await queue('four@example.org')
  const where = { toAddress: 'four@example.org' }
  await database().$executeRaw`DELETE FROM graphile_worker._private_jobs`
  expect(await resumeMails()).toBe(0)
  await database().mailMessage.updateMany({ where, data: { nextAttemptAt: new Date(Date.now() - 31_000) } })
  expect(await resumeMails()).toBe(1)
  const jobs = () =>
    database().$queryRaw`SELECT run_at, attempts, revision FROM graphile_worker.jobs WHERE key LIKE 'mail:%'`
  const waiting = await jobs()
  expect(waiting).toHaveLength(1)
  expect(await resumeMails(), 'a job that waits for its turn keeps its place').toBe(0)
  expect(await jobs()).toEqual(waiting)
  await database().$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() + interval '6 hours'`
  expect(await resumeMails(), 'a job that failed and rests for hours is due again').toBe(1)
  await database().$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts`
  expect(await resumeMails(), 'a job that failed for good is replaced').toBe(1)
  expect(await jobs()).toMatchObject([{ attempts: 0 }])
  relay = await startRelay()
  work(relay.url)
  await vi.waitUntil(() => relay?.received.length === 1, soon)
})

test('it starts although the database does not respond yet, and continues when it does', {
  tags: 'slow',
}, async () => {
  relay = await startRelay()
  const outage = vi.spyOn(pool, 'connect').mockImplementation(() => {
    throw new Error('the database is away')
  })
  const { runner } = work(relay.url)
  await vi.waitUntil(() => outage.mock.calls.length >= 2, soon)
  expect(runner.isRunning()).toBe(false)
  outage.mockRestore()
  await queue('five@example.org')
  await vi.waitUntil(() => relay?.received.length === 1, soon)
  expect(runner.isRunning()).toBe(true)
})
