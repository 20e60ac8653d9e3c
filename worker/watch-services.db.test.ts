import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { findStatus } from '@/lib/status/service-days'
import { withOwnDatabase } from '@/test/own-database'
import { watchServices } from './watch-services'

const { owner, worker } = withOwnDatabase({ as: 'worker' })
let process: Server
let ready: string
let asked = 0
let sender: string | undefined
/** `slow`: how many requests get no response. */
const answer = { status: 200, slow: 0 }
const silent = pino({ level: 'silent' })

beforeAll(async () => {
  process = createServer((request, response) => {
    asked++
    sender = request.headers['user-agent']
    if (answer.slow-- > 0) return
    response.writeHead(request.url === '/readyz' ? answer.status : 404).end('{}')
  })
  await new Promise<void>((listening) => process.listen(0, '127.0.0.1', listening))
  ready = `http://127.0.0.1:${(process.address() as AddressInfo).port}`
})
beforeEach(async () => {
  Object.assign(answer, { status: 200, slow: 0 })
  await owner.query('TRUNCATE service_day')
})
afterAll(() => {
  process.close()
})

/** Nothing listens on port 9 of this machine. */
const unreachable = 'http://127.0.0.1:9'

function watch(different: Partial<Record<'portal' | 'sandbox' | 'production' | 'worker', string>> = {}) {
  const addresses = { portal: ready, sandbox: ready, production: ready, worker: ready, ...different }
  return watchServices({ addresses, pool: worker, logger: silent, timeoutMs: 1000 })
}

async function lookAt(time: string, watching = watch()): Promise<void> {
  setClock(new Date(`2026-11-21T${time}Z`))
  await watching.look()
}

async function standing() {
  return Object.fromEntries(
    (await findStatus()).map(({ service, state, days }) => {
      const { minutesChecked, minutesDown } = days.at(-1) ?? {}
      return [service, `${state} ${minutesDown}/${minutesChecked}`]
    }),
  )
}

test('counts the minutes of the day in which a process is not ready or cannot be reached', async () => {
  await lookAt('10:00:03')
  expect(sender).toBe('status/1 (+http://localhost:3000)')
  await lookAt('10:01:03', watch({ sandbox: unreachable }))
  answer.status = 503
  await lookAt('10:02:03')
  answer.status = 200
  await lookAt('10:03:03')
  expect(await standing()).toEqual({
    portal: 'ready 1/4',
    sandbox: 'ready 2/4',
    production: 'ready 1/4',
    worker: 'ready 1/4',
    database: 'ready 0/4',
  })
})

test('one response that is late is no outage: what is not ready is asked again', async () => {
  answer.slow = 1
  await lookAt('10:00:03')
  expect(Object.values(await standing()).filter((each) => each !== 'ready 0/1')).toEqual([])
})

test('a minute counts once, however many workers look', async () => {
  await lookAt('10:00:03', watch({ portal: unreachable }))
  await lookAt('10:00:40', watch({ portal: unreachable }))
  expect((await standing()).portal).toBe('down 1/1')
})

test('when the worker makes no checks, it is down, and the state of the others is unknown', async () => {
  await lookAt('10:00:03')
  setClock(new Date('2026-11-21T10:02:50Z'))
  expect((await standing()).portal).toBe('ready 0/1')
  setClock(new Date('2026-11-21T10:03:01Z'))
  expect(await standing()).toMatchObject({
    worker: 'down 2/3',
    portal: 'unknown 0/1',
    database: 'unknown 0/1',
  })
})

test('minutes without checks are an outage of the worker, also on the days between', async () => {
  setClock(new Date('2026-11-19T23:58:03Z'))
  await watch().look()
  setClock(new Date('2026-11-21T00:10:30Z'))
  const whole = 24 * 60
  const ofWorker = async () =>
    (await findStatus())
      .find(({ service }) => service === 'worker')
      ?.days.slice(-3)
      .map(({ minutesDown, minutesChecked }) => `${minutesDown}/${minutesChecked}`)
  expect(await ofWorker()).toEqual(['1/2', `${whole}/${whole}`, '10/10'])
  await Promise.all([watch().look(), watch().look()])
  expect(await ofWorker()).toEqual(['1/2', `${whole}/${whole}`, '10/11'])
  expect((await standing()).portal).toBe('ready 0/1')
})

test('before the first check every state is unknown, and no day has a number', async () => {
  const [portal, ...others] = await findStatus()
  expect(portal).toMatchObject({ state: 'unknown', checkedAt: null })
  expect(portal?.days).toHaveLength(90)
  expect(
    [portal, ...others].flatMap((each) => each?.days ?? []).filter((day) => day.minutesChecked > 0),
  ).toEqual([])
})

test('the first check is at start, once everything is ready', async () => {
  setClock(new Date('2026-11-21T10:00:03Z'))
  const [early, ready] = [watch({ sandbox: unreachable }), watch()]
  await early.start()
  expect((await findStatus()).map(({ state }) => state)).toEqual(Array(5).fill('unknown'))
  await ready.start()
  expect((await standing()).portal).toBe('ready 0/1')
  early.stop()
  ready.stop()
})

test('what is still starting as a minute ends is no outage', { tags: 'slow' }, async () => {
  answer.status = 503
  asked = 0
  setClock(new Date('2026-11-21T10:00:59.500Z'))
  const watching = watch()
  await watching.start()
  setClock(new Date('2026-11-21T10:01:00.500Z'))
  await expect.poll(() => asked).toBeGreaterThanOrEqual(8)
  answer.status = 200
  await expect.poll(async () => (await standing()).portal).toBe('ready 0/1')
  watching.stop()
})

test('checks that cannot be written for a while are counted afterwards', async () => {
  const watching = watch()
  await lookAt('10:00:03', watching)
  await owner.query(`REVOKE ALL ON service_day FROM guichet_test_worker`)
  await lookAt('10:01:03', watching)
  await lookAt('10:02:03', watching)
  await owner.query(`GRANT SELECT, INSERT, UPDATE ON service_day TO guichet_test_worker`)
  expect((await standing()).portal).toBe('ready 0/1')
  await lookAt('10:03:03', watching)
  expect((await standing()).portal).toBe('ready 0/4')
})

test('a database that does not respond is down', async () => {
  const dead = { query: () => Promise.reject(new Error('gone')) } as unknown as Pool
  const addresses = { portal: ready, sandbox: ready, production: ready, worker: ready }
  await lookAt('10:00:03', watchServices({ addresses, pool: dead, logger: silent }))
  expect(await standing()).toMatchObject({ database: 'down 1/1', portal: 'ready 0/1' })
})
