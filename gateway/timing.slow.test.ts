import { fork } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { projectRoot } from '@/scripts/launch/root'
import { endOf } from '@/scripts/launch/spawn'
import { assertionBody, createKey, createKeyClient, signAssertion } from '@/test/client-keys'
import { type Client, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { allowOnly } from '@/test/networks'
import { rawRequest } from '@/test/raw-http'
import type { TimedCalls } from '@/test/timed-calls'

const total = Number(process.env.TIMING_REFUSALS ?? 1000)
/** Refusals that are not counted: the first ones are slow. */
const first = 100

const world = withGateways()
let gateway: TestGateway
let production: TestGateway
let requests: Record<string, Buffer>
let elsewhere: Record<string, Buffer>
let assertions: Record<string, Buffer>

beforeAll(async () => {
  gateway = await world.start()
  const client = await createClient(world.owner)
  // So that the gateway remembers it.
  await fetchToken(gateway, client)
  const other = await createClient(world.owner, { environment: 'production' })
  const ask = ({ clientId }: Pick<Client, 'clientId'>, { clientSecret }: Pick<Client, 'clientSecret'>) =>
    rawRequest(
      'POST',
      '/oauth/token',
      ['Content-Type: application/x-www-form-urlencoded'],
      `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
    )
  const wrongSecret = client.clientSecret.replace(/.{8}$/, 'AAAAAAAA')
  requests = {
    'unknown client': ask({ clientId: client.clientId.replace(/.{8}$/, 'AAAAAAAA') }, client),
    'wrong secret': ask(client, { clientSecret: wrongSecret }),
    'other environment': ask(other, other),
  }
  production = await world.start({ environment: 'production' })
  const listed = await createClient(world.owner, { environment: 'production' })
  await fetchToken(production, listed)
  await allowOnly(world.owner, listed.applicationId, ['203.0.113.0/24', '2001:db8::/32'])
  const wrong = { clientSecret: listed.clientSecret.replace(/.{8}$/, 'AAAAAAAA') }
  elsewhere = {
    'unknown client': ask({ clientId: listed.clientId.replace(/.{8}$/, 'AAAAAAAA') }, listed),
    'wrong secret': ask(listed, wrong),
    'right secret from a wrong address': ask(listed, listed),
  }
  const keyClient = await createKeyClient(world.owner)
  const sign = async (changes: Partial<typeof keyClient>) => {
    const assertion = await signAssertion({ ...keyClient, ...changes }, 'http://auth.localhost')
    const form = ['Content-Type: application/x-www-form-urlencoded']
    return rawRequest('POST', '/oauth/token', form, assertionBody(assertion).toString())
  }
  assertions = {
    'unknown client': await sign({ clientId: client.clientId.replace(/.{8}$/, 'AAAAAAAA') }),
    'wrong key': await sign({ key: await createKey() }),
    'client with a secret': await sign({ clientId: client.clientId }),
  }
})

/** The chance that one of `a` took longer than one of `b`: 0.5 when they cannot be distinguished (Mann and Whitney). */
function areaUnderCurve(a: number[], b: number[]): number {
  const all = [...a.map((value) => ({ value, first: true })), ...b.map((value) => ({ value, first: false }))]
  all.sort((left, right) => left.value - right.value)
  let rankSum = 0
  for (const [index, { first }] of all.entries()) if (first) rankSum += index + 1
  return (rankSum - (a.length * (a.length + 1)) / 2) / (a.length * b.length)
}

/** The standard deviation of that chance for `n` and `m` times that differ by accident only. */
function deviation(n: number, m: number): number {
  return Math.sqrt((n + m + 1) / (12 * n * m))
}

/** A real difference is found again; one by accident, as when the machine does something else meanwhile, is not. */
async function expectAlike(requests: Record<string, Buffer>, { port } = gateway): Promise<void> {
  const calls: TimedCalls = { port, requests, total, first }
  if ((await findUnlike(calls)).length > 0) expect(await findUnlike(calls)).toEqual([])
}

/** The pairs of kinds that can be told apart, each with how well. */
async function findUnlike(calls: TimedCalls): Promise<string[]> {
  const kinds = Object.keys(calls.requests)
  const pairs = kinds.flatMap((a, index) => kinds.slice(index + 1).map((b) => [a, b] as const))
  const caller = fork(join(projectRoot, 'test/timed-calls.ts'), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  })
  caller.send(calls)
  let times = new Map<string, number[]>()
  caller.once('message', (found: typeof times) => {
    times = found
  })
  expect(await endOf(caller)).toBe(0)
  return pairs.flatMap(([a, b]) => {
    const [ofA, ofB] = [times.get(a) ?? [], times.get(b) ?? []]
    const off = Math.abs(areaUnderCurve(ofA, ofB) - 0.5)
    return off <= 5 * deviation(ofA.length, ofB.length) ? [] : `${a} and ${b}: ${off}`
  })
}

test(`${total} interleaved refusals cannot be distinguished by their time`, { timeout: 360_000 }, () =>
  expectAlike(requests),
)

test(`nor can ${total} refusals of assertions`, { timeout: 360_000 }, () => expectAlike(assertions))

test(`nor can ${total} refusals for the calling address`, { timeout: 360_000 }, () =>
  expectAlike(elsewhere, production),
)
