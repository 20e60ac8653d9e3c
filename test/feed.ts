import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import { type Logger, pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { createFeedMetrics, type FeedMetrics } from '@/feed/metrics'
import { createFeedServer } from '@/feed/server'
import { createKeys } from '@/feed/start'
import { createFeed, type Feed } from '@/lib/feed/commands'
import type { FeedMapping } from '@/lib/feed/mapping'
import { createPool } from '@/lib/pool'
import type { AccountRules } from '@/lib/wallet/account-record'
import { type OwnDatabase, withOwnDatabase } from './own-database'

export const walletKey = 'wallet-key-0123456789-0123456789-abcdef'

type Options = {
  accounts?: AccountRules
  mapping?: FeedMapping | null
  connectAs?: string
}
type Sending = { headers?: Record<string, string>; key?: string; method?: string }

export type TestFeed = {
  own: OwnDatabase
  pool: Pool
  feed: Feed
  metrics: FeedMetrics
  server: Server
  logger: Logger
  address: string
  /** Posts a body: text, bytes and streams as they are, anything else as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  send(body: unknown, sending?: Sending): Promise<{ status: number; body: any; headers: Headers }>
}

function isRaw(body: unknown): body is BodyInit {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
}

/** A feed over a real socket, with the rights of its role. */
export function withFeed(options: Options = {}): TestFeed {
  const own = withOwnDatabase({ as: 'owner' })
  const world = { own, send } as TestFeed
  let close: () => Promise<unknown>

  async function send(body: unknown, { headers = {}, key = walletKey, method = 'POST' }: Sending = {}) {
    const response = await fetch(`${world.address}/v1/changes`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      body: isRaw(body) ? body : JSON.stringify(body),
      duplex: 'half',
    } as RequestInit)
    const text = await response.text()
    if (!response.ok && response.headers.get('content-type') !== 'application/problem+json')
      throw new Error(`${response.status} without a problem: ${text}`)
    return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers }
  }

  beforeAll(async () => {
    const pool = createPool(own.feedUrl, 6, 'guichet-test-feed', 10_000)
    const { accounts = { currencies: [], prefixes: [] }, mapping = null } = options
    const feed = createFeed({ accounts, mapping })
    const keys = [
      { name: 'wallet', key: walletKey },
      { name: 'wallet', key: `${walletKey}-before` },
      { name: 'agents', key: `${walletKey}-agents` },
    ]
    const metrics = createFeedMetrics(pool, ['wallet', 'agents'], 60)
    const logger = pino({ level: 'silent' })
    const server = createFeedServer({
      pool,
      feed,
      metrics,
      nameOf: createKeys(keys),
      logger,
      findObstacle: async () => null,
      noteError: () => {},
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    Object.assign(world, {
      pool,
      feed,
      metrics,
      server,
      logger,
      address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    })
    close = async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await pool.end()
    }
  })
  afterAll(() => close())
  return world
}
