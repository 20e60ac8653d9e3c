import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { createGateway, type RunningGateway } from '@/gateway/app'
import type { GatewayOptions } from '@/gateway/options'
import type { SandboxGateway } from '@/gateway/sandbox-context'
import { requireSetting } from '@/lib/env'
import { createPool } from '@/lib/pool'
import { type Client, createAccount, createClient } from './factories'
import { type OwnDatabase, withOwnDatabase } from './own-database'
import { unwatchLog, watchLog } from './server-logs'

/** A database, the owner's pool to write fixtures with, and the gateways that were started on it. */
export type GatewayWorld = {
  database: OwnDatabase
  owner: Pool
  start(options?: Partial<GatewayOptions> & { port?: number }): Promise<TestGateway>
}

export type TestGateway = RunningGateway & { port: number; url: string; logs: string[] }

/** What a gateway of the Sandbox has besides. */
export function sandboxOf({ context }: RunningGateway): SandboxGateway['sandbox'] {
  return (context as SandboxGateway).sandbox
}

/** The Sandbox with fixed public URLs, whatever port it listens on, so that bodies are always the same. */
const addresses = {
  authUrl: 'http://auth.localhost',
  baseUrl: 'http://api.localhost',
  portalUrl: 'http://portal.localhost',
}

/** In milliseconds: a busy machine may be late by less than a second timeout (1.5 s) in a row would be. */
export const withinTwoSeconds = 2900

/**
 * Gives the test file, or the `describe` around the call, a database, unless it has one, and gateways that
 * end with it.
 */
export function withGateways(database = withOwnDatabase()): GatewayWorld {
  const ends: (() => Promise<void>)[] = []

  // Long, as a test machine may be busy: what the gateway gives up is tested with a timeout of the test's own.
  async function start({
    port: wanted = 0,
    lookupTimeoutMs = 10_000,
    ...options
  }: Partial<GatewayOptions> & { port?: number } = {}): Promise<TestGateway> {
    const pool = options.pool ?? createPool(database.gatewayUrl, 4, 'guichet-test-gateway', lookupTimeoutMs)
    const logs: string[] = []
    watchLog(logs)
    const logger = pino({ level: 'trace' }, { write: (line: string) => void logs.push(line) })
    const gateway = createGateway({
      environment: 'sandbox',
      secretHashKeys: requireSetting('SECRET_HASH_KEYS'),
      tokenKeys: requireSetting('TOKEN_KEYS'),
      renewalWindow: 90,
      rateLimit: 0,
      ...addresses,
      trustedProxies: [],
      logger,
      failures: { perClient: Number.POSITIVE_INFINITY, perAddress: Number.POSITIVE_INFINITY },
      ...options,
      lookupTimeoutMs,
      pool,
    })
    await new Promise<void>((resolve) => gateway.server.listen(wanted, '127.0.0.1', resolve))
    const { port } = gateway.server.address() as AddressInfo
    ends.push(async () => {
      unwatchLog(logs)
      await gateway.close()
      await pool.end()
    })
    return { ...gateway, port, url: `http://127.0.0.1:${port}`, logs }
  }

  afterAll(() => Promise.all(ends.map((end) => end())))
  return { database, owner: database.owner, start }
}

/** The Sandbox with a client of it and the account 221770000001, for tests of what calls a gateway. */
export function withSandbox() {
  const world = withGateways()
  const sandbox = { world } as { world: GatewayWorld; gateway: TestGateway; client: Client }
  beforeAll(async () => {
    sandbox.gateway = await world.start()
    sandbox.client = await createClient(world.owner)
    await createAccount(world.owner, '221770000001')
  })
  return sandbox
}

/** A request for a token, as a program makes it. */
export function askToken(
  gateway: { url: string },
  { clientId, clientSecret }: Pick<Client, 'clientId' | 'clientSecret'>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const credentials = { client_id: clientId, client_secret: clientSecret }
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...credentials })
  return fetch(`${gateway.url}/oauth/token`, { method: 'POST', headers, body })
}

/** A request for a balance. */
export function askBalance(
  gateway: { url: string },
  token: string,
  msisdn: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const authorization = `Bearer ${token}`
  return fetch(`${gateway.url}/api/eWallet/v1/account?msisdn=${msisdn}`, {
    headers: { authorization, ...headers },
  })
}

/** A token, requested as a program does. @throws Error with the response when it is refused */
export async function fetchToken(gateway: { url: string }, client: Client): Promise<string> {
  const response = await askToken(gateway, client)
  const answer = await response.text()
  if (response.status !== 200) throw new Error(`${response.status} ${answer}`)
  return JSON.parse(answer).access_token
}
