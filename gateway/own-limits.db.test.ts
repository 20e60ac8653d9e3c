import { expect, test } from 'vitest'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { changeLimit } from '@/lib/limits/commands'
import { createPool } from '@/lib/pool'
import { decideRequest } from '@/lib/requests/commands'
import { requestLimit } from '@/lib/requests/request-limit'
import { type Client, createAccount, createClient, createDeveloper } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { type LoggedStatement, readStatements } from '@/test/statements'

const msisdn = '221771234567'
const lookupTimeoutMs = 10_000
const world = withGateways()

/** A gateway, and what PostgreSQL logs of its statements. */
async function startLogged() {
  const pool = createPool(world.database.gatewayUrl, 2, 'guichet-test-logged', lookupTimeoutMs)
  const logged = readStatements(pool)
  return { gateway: await world.start({ pool, lookupTimeoutMs, rateLimit: 60 }), logged }
}

type Call = { status: number; policy: string | null; statements: string[] }

async function call(at: TestGateway, logged: LoggedStatement[], token: string): Promise<Call> {
  const requestId = newId()
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': requestId }
  const response = await fetch(`${at.url}/api/eWallet/v1/account?msisdn=${msisdn}`, { headers })
  await response.text()
  const statements = logged.filter(({ parameters }) => parameters.includes(requestId)).map(({ name }) => name)
  return { status: response.status, policy: response.headers.get('ratelimit-policy'), statements }
}

// The command's test shows that the decision is stored, the gateway's that it obeys what is stored: this one
// that nothing in between uses the previous limit, although the gateway remembers the token and its client.
test('a limit that people set or approve is in force from the next call of every gateway', async () => {
  await createAccount(world.owner, msisdn)
  await world.database.logStatements()
  const gateways = [await startLogged(), await startLogged()]
  const owner = await createDeveloper({}, world.owner)
  const reviewer = await createDeveloper({ role: 'reviewer' }, world.owner)
  const administrator = await createDeveloper({ role: 'administrator' }, world.owner)
  const client: Client = await createClient(world.owner, { developerId: owner.id })
  const id = client.applicationId

  /** A call with a token from each gateway. */
  async function callAll(): Promise<Call[]> {
    const calls: Call[] = []
    for (const { gateway, logged } of gateways) {
      await fetchToken(gateway, client)
      calls.push(await call(gateway, logged, await fetchToken(gateway, client)))
    }
    return calls
  }
  const everywhere = (limit: number) =>
    gateways.map(() => ({ status: 200, policy: `"default";q=${limit};w=60`, statements: ['find-bearer'] }))

  expect(await callAll()).toEqual(everywhere(60))
  expect(await callAll()).toEqual(everywhere(60))
  expect((await changeLimit(id, { callsPerMinute: 100 }, administrator)).ok).toBe(true)
  expect(await callAll()).toEqual(everywhere(100))
  expect(await requestLimit(id, { callsPerMinute: 500, reason: 'Salaries.' }, owner)).toMatchObject({
    ok: true,
  })
  expect(await callAll()).toEqual(everywhere(100))
  const request = await database().limitRequest.findFirstOrThrow({ where: { applicationId: id } })
  const approval = { outcome: 'approved', reason: '' } as const
  expect((await decideRequest('limits', request.id, approval, reviewer)).ok).toBe(true)
  expect(await callAll()).toEqual(everywhere(500))
  expect((await changeLimit(id, { callsPerMinute: null }, administrator)).ok).toBe(true)
  expect(await callAll()).toEqual(everywhere(60))
})
