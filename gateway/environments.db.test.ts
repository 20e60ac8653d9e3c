import type { Pool } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '@/lib/pool'
import { type Client, createAccount, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { labelOf } from '@/test/statements'

const environments = ['sandbox', 'production'] as const
type Environment = (typeof environments)[number]
type Texts = Map<string, string>

const accounts = { sandbox: '221770000007', production: '221770000009', both: '221770000008' }
const balances = { sandbox: 111, production: 999 }
const lookupTimeoutMs = 10_000
const world = withGateways()
const clients = {} as Record<Environment, Client>
const tokens = {} as Record<Environment, string>
const texts: Record<Environment, Texts> = { sandbox: new Map(), production: new Map() }

const otherOf = (environment: Environment) => (environment === 'sandbox' ? 'production' : 'sandbox')

beforeAll(async () => {
  for (const environment of environments) {
    for (const msisdn of [accounts[environment], accounts.both])
      await createAccount(world.owner, msisdn, { environment, balance: String(balances[environment]) })
    clients[environment] = await createClient(world.owner, { environment })
  }
})

type Named = { name?: string; text: string }

/** A pool whose named statements go through `pass`. */
function poolThrough(pass: (statement: Named) => Named): Pool {
  const pool = createPool(world.database.gatewayUrl, 4, 'guichet-test-crossed', lookupTimeoutMs)
  const query = pool.query.bind(pool) as (config: unknown, values?: unknown) => unknown
  pool.query = ((config: Named | string, values: unknown) =>
    query(typeof config !== 'string' && config.name ? pass(config) : config, values)) as Pool['query']
  return pool
}

/** Itself as a standby: what matters is which texts are sent. */
function standbysOf(pool: Pool) {
  const standby = { name: 'itself', read: <T>(work: (from: Pool) => Promise<T>) => work(pool) }
  return { choose: () => standby, ages: () => [], close: async () => {} }
}

async function balance(gateway: TestGateway, token: string, msisdn: string) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${gateway.url}/api/eWallet/v1/account?msisdn=${msisdn}`, { headers })
  const body = await response.json()
  return body.balance?.value ?? response.status
}

function introspect({ url }: TestGateway, { clientId, clientSecret }: Client, token: string) {
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token })
  return fetch(`${url}/oauth/introspect`, { method: 'POST', body }).then((response) => response.json())
}

/** What an application of this environment sees: twice, as what is remembered is asked for otherwise. */
async function use(gateway: TestGateway, environment: Environment) {
  const token = await fetchToken(gateway, clients[environment])
  tokens[environment] = token
  const seen = []
  for (let round = 0; round < 2; round++)
    for (const msisdn of [accounts[environment], accounts[otherOf(environment)], accounts.both])
      seen.push(await balance(gateway, token, msisdn))
  const { active } = await introspect(gateway, clients[environment], token)
  return { seen, active }
}

const expected = (environment: Environment) => {
  const own = balances[environment]
  return { seen: [own, 404, own, own, 404, own], active: true }
}

test.each(environments)('%s: a gateway with a role of its own environment serves it', async (environment) => {
  const pool = createPool(world.database[`${environment}Url`], 4, 'guichet-test-own-role', lookupTimeoutMs)
  const gateway = await world.start({ environment, pool, lookupTimeoutMs })
  expect(await gateway.context.readiness.check()).toEqual({ ready: true })
  expect(await use(gateway, environment)).toEqual(expected(environment))
  await expect(fetchToken(gateway, clients[otherOf(environment)])).rejects.toThrow('401')
  expect(await gateway.flushMeters()).toBe(true)
})

describe.each(['from the primary', 'from standbys'])('balances %s', (from) => {
  const start = (environment: Environment, pass: (statement: Named) => Named) => {
    const pool = poolThrough(pass)
    const standbys = from === 'from standbys' ? standbysOf(pool) : undefined
    return world.start({ environment, pool, standbys, lookupTimeoutMs })
  }

  test.each(environments)('%s: each gateway serves its own environment', async (environment) => {
    const gateway = await start(environment, (statement) => {
      texts[environment].set(labelOf(statement.name as string), statement.text)
      return statement
    })
    expect(await use(gateway, environment)).toEqual(expected(environment))
  })

  // As if a name stood for both texts, on a connection that a pooler shares between gateways.
  test.each(environments)('%s: the other one’s statements find nothing of the other', async (environment) => {
    const crossed = new Set<string>()
    const gateway = await start(environment, ({ name = '', text, ...rest }) => {
      const foreign = texts[otherOf(environment)].get(labelOf(name))
      if (foreign !== undefined && foreign !== text) crossed.add(labelOf(name))
      return { ...rest, name: `crossed-${name.slice(0, 40)}`, text: foreign ?? text }
    })
    expect(await use(gateway, environment)).toEqual(expected(environment))
    const other = otherOf(environment)
    for (const msisdn of [accounts[environment], accounts[other], accounts.both])
      expect(await balance(gateway, tokens[other], msisdn)).toBe(401)
    await expect(fetchToken(gateway, clients[other])).rejects.toThrow('401')
    expect(crossed.size).toBeGreaterThan(0)
  })
})
