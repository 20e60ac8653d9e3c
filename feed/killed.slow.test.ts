import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSettings } from '@/lib/env'
import { waitUntil } from '@/lib/timeout'
import { migrate } from '@/prisma/migrate'
import { findFreePorts } from '@/scripts/check/ports'
import { isPostgres, stopPostmaster } from '@/scripts/launch/postgres/postmaster'
import { connectionUrl, prepareRoles, roleNames } from '@/scripts/launch/postgres/roles'
import { type Server, startServer } from '@/scripts/launch/postgres/server'
import { startBundled } from '@/test/guichet'
import { temporaryFolder } from '@/test/resources'

// A PostgreSQL of its own, as it is killed.
const folder = temporaryFolder()
const passwords = { owner: 'o', portal: 'p', gateway: 'g', worker: 'w', feed: 'f' }
const senders = Array.from({ length: 25 }, (_, n) => ({ name: `sender-${n}`, key: `${n}`.padStart(40, 'k') }))
const first = 221770000000
let server: Server
let feed: ChildProcess
let port: number

beforeAll(async () => {
  await chmod(folder, 0o711)
  port = await findFreePorts(6)
  await startDatabase()
  await prepareRoles(server.place, passwords)
  const { owner: _, ...roles } = roleNames
  await migrate(urlOf('owner'), roles)
})

beforeEach(async () => {
  feed?.kill('SIGKILL')
  await startFeed()
})

afterAll(async () => {
  feed?.kill('SIGKILL')
  await stopPostmaster(server.place.data)
})

const urlOf = (role: keyof typeof passwords) => connectionUrl(server.place, role, passwords[role])

async function startDatabase(): Promise<void> {
  server = await startServer(join(folder, 'data'), join(folder, 'log'))
}

/** Its sessions too. */
function signalDatabase(signal: 'STOP' | 'CONT'): void {
  process.kill(server.pid, `SIG${signal}`)
  execFileSync('pkill', [`-${signal}`, '-P', String(server.pid)])
}

async function startFeed(): Promise<void> {
  const env = {
    NODE_ENV: 'production',
    PATH: process.env.PATH,
    DATABASE_URL: urlOf('feed'),
    FEED_KEYS: senders.map(({ name, key }) => `${name}:${key}`).join(),
    FEED_PORT: String(port),
    METRICS_PORT: String(port + 1),
    NODE_OPTIONS: `--max-old-space-size=${getSettings().HEAP_MIB.feed}`,
  } as NodeJS.ProcessEnv
  feed = startBundled('feed', env, ['ignore', 'ignore', 'inherit'])
  await waitUntil(async () => (await read('/healthz').catch(() => null)) !== null, 30_000, 20)
}

async function read(path: string, key = '') {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  return response.json()
}

/** @returns the status, or 0 if the connection broke */
function post(agent: Agent, key: string, position: string, body: string): Promise<number> {
  return new Promise((done) => {
    const headers = { Authorization: `Bearer ${key}`, 'Feed-Position': position }
    const sent = request({ agent, host: '127.0.0.1', port, method: 'POST', path: '/v1/changes', headers })
    sent.on('error', () => done(0))
    sent.on('response', (response) => {
      response.resume().on('close', () => done(response.complete ? (response.statusCode ?? 0) : 0))
    })
    sent.end(body)
  })
}

type Change = {
  msisdn: string
  asOf: number
  balance?: { value: number; unit: string }
  type?: string
  status?: string
}
type Sums = Map<string, { value: number; at: number; status: string; statusAt: number }>

/** Four partitions of 50,000 changes each, of accounts of their own, in random order, every fifth twice. */
function prepare(): { partitions: string[][]; expected: Sums } {
  const expected: Sums = new Map()
  const partitions = [0, 1, 2, 3].map((partition) => {
    const changes: Change[] = []
    while (changes.length < 50_000) {
      const under = (limit: number) => Math.floor(Math.random() * limit)
      const base = {
        msisdn: String(first + under(5000) * 4 + partition),
        asOf: 1_795_000_000_000 + under(2000),
      }
      const isAmount = under(3) > 0
      const change = isAmount
        ? { ...base, balance: { value: under(1_000_000), unit: 'XOF' } }
        : { ...base, type: 'customer', status: ['active', 'suspended', 'barred'][under(3)] }
      changes.push(change, ...(under(5) === 0 ? [change] : []))
    }
    for (const { msisdn, asOf, balance, status } of changes) {
      const known = expected.get(msisdn) ?? { value: -1, at: 0, status: 'active', statusAt: 0 }
      if (balance && asOf >= known.at) Object.assign(known, { value: balance.value, at: asOf })
      if (status && asOf >= known.statusAt) Object.assign(known, { status, statusAt: asOf })
      expected.set(msisdn, known)
    }
    return Array.from({ length: 100 }, (_, at) => JSON.stringify(changes.slice(at * 500, at * 500 + 500)))
  })
  return { partitions, expected }
}

test('after kills of feed, sender and database, each account has its latest amount and status', {
  timeout: 300_000,
}, async () => {
  const { partitions, expected } = prepare()
  const agents = partitions.map(() => new Agent({ keepAlive: true }))
  const key = senders[0]?.key as string
  let stored = 0
  const delivered = Promise.all(
    partitions.map(async (batches, partition) => {
      for (let next = 0; next < batches.length; ) {
        const agent = agents[partition] as Agent
        const status = await post(agent, key, `p${partition}:${next + 1}`, batches[next] as string)
        if (status === 200) {
          next++
          stored++
        } else {
          expect([0, 429, 503]).toContain(status)
          // As a sender that was killed: it knows nothing but what the feed says, and repeats a little.
          const known = await read('/v1/positions', key).catch(() => ({ positions: [] }))
          const found = known.positions?.find(
            (each: { partition: string }) => each.partition === `p${partition}`,
          )
          next = Math.max(0, Number(found?.offset ?? 0) - 2)
        }
      }
    }),
  )
  const kills = [
    async () => {
      feed.kill('SIGKILL')
      await once(feed, 'exit')
      await startFeed()
    },
    async () => {
      for (const [at, agent] of agents.entries()) {
        agents[at] = new Agent({ keepAlive: true })
        agent.destroy()
      }
    },
    async () => {
      process.kill(server.pid, 'SIGKILL')
      await expect.poll(() => isPostgres(server.pid)).toBe(false)
      await startDatabase()
    },
  ]
  for (const [at, kill] of [...kills, ...kills, ...kills].entries()) {
    await expect.poll(() => stored, { timeout: 120_000 }).toBeGreaterThan(at * 40)
    await kill()
  }
  await delivered
  const client = new Client({ connectionString: urlOf('owner') })
  await client.connect()
  const { rows } = await client.query(
    'SELECT msisdn::text, balance::int AS value, status FROM wallet_account',
  )
  const { rows: waiting } = await client.query('SELECT msisdn::text FROM waiting_details')
  await client.end()
  const served = [...expected].filter(([, { value }]) => value >= 0)
  expect(rows.map(({ msisdn, value, status }) => `${msisdn} ${value} ${status}`).sort()).toEqual(
    served.map(([msisdn, { value, status }]) => `${msisdn} ${value} ${status}`).sort(),
  )
  expect(waiting).toHaveLength(expected.size - served.length)
})

test('memory stays below 300 MB with 100 slow senders, bodies of 10 MiB and a stopped database', {
  timeout: 120_000,
}, async () => {
  const size = 10 * 1024 * 1024
  const one = JSON.stringify({ msisdn: String(first), balance: { value: 1, unit: 'XOF' }, asOf: 1e12 })
  const body = Buffer.from(`[${one}${`,${one}`.repeat(9000)}]`.padEnd(size, ' '))
  signalDatabase('STOP')
  const answers: string[] = []
  const sockets: Socket[] = []
  try {
    for (const { key } of senders)
      for (let each = 0; each < 4; each++) {
        const socket = connect(port, '127.0.0.1')
        sockets.push(socket)
        socket.on('error', () => {}).on('data', (data) => answers.push(String(data)))
        socket.write(
          `POST /v1/changes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${size}\r\n\r\n`,
        )
      }
    // A piece of each in turns.
    for (let at = 0; at < size; at += 256 * 1024)
      for (const socket of sockets)
        if (socket.writable && !socket.write(body.subarray(at, at + 256 * 1024)))
          await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
    await expect.poll(() => answers.length, { timeout: 60_000 }).toBe(100)
  } finally {
    signalDatabase('CONT')
    for (const socket of sockets) socket.destroy()
  }
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${feed.pid}/status`, 'utf8'))?.[1]) / 1024
  expect(peak).toBeLessThan(300)
})
