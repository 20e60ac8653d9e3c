import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkStatements } from '@/lib/health/statement-checks'
import { createPool } from '@/lib/pool'
import { createAccount, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { type Pooler, startPooler } from '@/test/pooler'
import { isMissing } from '@/test/programs'
import { findDebianProgram } from './debian'
import { findNewerPooler } from './install-debian'

vi.setConfig({ testTimeout: 300_000 })

const environments = ['sandbox', 'production'] as const
type Environment = (typeof environments)[number]

/** What happened to calls: `served` are those that were answered otherwise than by a 503. */
type Tally = { calls: number; served: number; wrong: string[] }

const attempts = 10_000
const lookupTimeoutMs = 10_000
const accounts = { sandbox: '221770000007', production: '221770000009', both: '221770000008' }
const balances: Record<Environment, string> = { sandbox: '111', production: '999' }
const world = withGateways()
const tokens: Record<Environment, string[]> = { sandbox: [], production: [] }
/** In Production, an application may ask for a hundred unknown numbers a minute. */
const applications = Math.ceil(attempts / 2 / 80)

const stops: (() => void)[] = []

/** A pooler that ends with the tests. */
async function start(command: [string, ...string[]], settings: Record<string, number>): Promise<Pooler> {
  const pooler = await startPooler(command, world.database.gatewayUrl, settings)
  stops.push(pooler.stop)
  return pooler
}

afterAll(() => {
  for (const stop of stops) stop()
})

beforeAll(async () => {
  for (const environment of environments) {
    const balance = balances[environment]
    for (const msisdn of [accounts[environment], accounts.both])
      await createAccount(world.owner, msisdn, { environment, balance })
    const direct = await world.start({ environment })
    while (tokens[environment].length < applications)
      tokens[environment].push(await fetchToken(direct, await createClient(world.owner, { environment })))
  }
})

/**
 * Both environments' gateways, with the same role, through one pooler with fewer connections than they open.
 */
async function startThrough(pooler: Pooler): Promise<Record<Environment, TestGateway>> {
  const startOne = (environment: Environment) => {
    const pool = createPool(pooler.url, 8, 'guichet-test-pooled', lookupTimeoutMs)
    return world.start({ environment, pool, lookupTimeoutMs })
  }
  return { sandbox: await startOne('sandbox'), production: await startOne('production') }
}

/** What is wrong with a call's answer, or null; 503 is never wrong. */
async function ask(
  gateway: TestGateway,
  environment: Environment,
  token: string,
  msisdn: string,
  balance: string | null,
) {
  const response = await fetch(`${gateway.url}/api/eWallet/v1/account?msisdn=${msisdn}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const body = await response.text()
  const isRight = balance === null ? response.status === 404 : body.includes(`"balance":{"value":${balance},`)
  const served = response.status !== 503
  return { served, wrong: served && !isRight ? `${environment} ${msisdn}: ${response.status} ${body}` : null }
}

/**
 * The account of the other environment is asked for as often as those of the own one, by many callers at the
 * same time.
 */
async function cross(gateways: Record<Environment, TestGateway>): Promise<Tally> {
  const crossed: Tally = { calls: 0, served: 0, wrong: [] }
  const turn = { sandbox: 0, production: 0 }
  const caller = async (environment: Environment) => {
    const other = environment === 'sandbox' ? 'production' : 'sandbox'
    while (crossed.calls < attempts) {
      crossed.calls++
      const token = tokens[environment][++turn[environment] % applications] as string
      const { served, wrong } = await ask(gateways[environment], environment, token, accounts[other], null)
      if (served) crossed.served++
      const own = accounts[crossed.calls % 2 ? environment : 'both']
      const mine = await ask(gateways[environment], environment, token, own, balances[environment])
      for (const each of [wrong, mine.wrong]) if (each) crossed.wrong.push(each)
    }
  }
  await Promise.all(Array.from({ length: 24 }, (_, index) => caller(environments[index % 2] as Environment)))
  return crossed
}

const readiness = (gateway: TestGateway) => fetch(`${gateway.url}/readyz`).then((response) => response.json())

describe.skipIf(isMissing('pgbouncer'))(
  'PgBouncer 1.18, without statements of its clients (needs pgbouncer)',
  () => {
    let pooler: Pooler
    beforeAll(async () => {
      pooler = await start([findDebianProgram('pgbouncer') as string], { default_pool_size: 4 })
    })

    test('both gateways are not ready, name the cause, and log it once; the doctor finds it', async () => {
      const gateways = await startThrough(pooler)
      for (const gateway of Object.values(gateways)) {
        for (let n = 0; n < 3; n++)
          expect(await readiness(gateway)).toEqual({
            status: 'unavailable',
            reason: 'pooler_loses_statements',
          })
        const causes = gateway.logs.filter((line) => line.includes('"reason":"pooler_loses_statements"'))
        expect(causes).toEqual([expect.stringContaining('PgBouncer does from 1.21')])
      }
      expect(await checkStatements([pooler.url])).toMatchObject([{ outcome: 'lost' }])
      expect(await checkStatements([world.database.gatewayUrl])).toMatchObject([{ outcome: 'good' }])
    })

    test('a pooler with one connection is found, too', async () => {
      const single = await start([findDebianProgram('pgbouncer') as string], { default_pool_size: 1 })
      expect(await checkStatements([single.url])).toMatchObject([{ outcome: 'lost' }])
    })

    test('undetected, no response has data of the other environment', async () => {
      const gateways = await startThrough(pooler)
      for (const { context } of Object.values(gateways)) context.readiness.note = () => {}
      const { calls, served, wrong } = await cross(gateways)
      expect(wrong.slice(0, 3)).toEqual([])
      expect(calls).toBeGreaterThanOrEqual(attempts)
      expect(served).toBeGreaterThanOrEqual(1000)
    })

    test('in service, the first lost statement is noticed', async () => {
      const gateways = await startThrough(pooler)
      for (const environment of environments) {
        const gateway = gateways[environment]
        const callers = tokens[environment].slice(0, 24)
        const [own, balance] = [accounts[environment], balances[environment]]
        await expect
          .poll(async () => {
            await Promise.all(callers.map((token) => ask(gateway, environment, token, own, balance)))
            return gateway.logs.filter((line) => line.includes('"reason":"pooler_loses_statements"')).length
          })
          .toBe(1)
        expect(await readiness(gateway)).toMatchObject({ reason: 'pooler_loses_statements' })
      }
    })
  },
)

const newer = findNewerPooler()

describe.skipIf(newer === null)('PgBouncer 1.24, which carries statements over (needs its packages)', () => {
  test('both gateways are ready, and nearly all calls are answered, none wrongly', async () => {
    const pooler = await start(newer as [string], { default_pool_size: 4, max_prepared_statements: 200 })
    const gateways = await startThrough(pooler)
    for (const gateway of Object.values(gateways))
      expect(await readiness(gateway)).toEqual({ status: 'ready' })
    expect(await checkStatements([pooler.url])).toMatchObject([{ outcome: 'good' }])
    const { calls, served, wrong } = await cross(gateways)
    expect(wrong.slice(0, 3)).toEqual([])
    expect(served / calls).toBeGreaterThanOrEqual(0.99)
    for (const gateway of Object.values(gateways))
      expect(await readiness(gateway)).toEqual({ status: 'ready' })
  })
})
