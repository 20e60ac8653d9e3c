import { beforeAll, expect, test } from 'vitest'
import { type Client, createAccount, createClient, createTestAccount } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'

const world = withGateways()
let gateway: TestGateway
let owner: Client
let token: string

beforeAll(async () => {
  gateway = await world.start()
  owner = await createClient(world.owner)
  token = await fetchToken(gateway, owner)
})

async function ask(msisdn: string, bearer = token, at = gateway) {
  const response = await fetch(`${at.url}/api/eWallet/v1/account?msisdn=${msisdn}`, {
    headers: { Authorization: `Bearer ${bearer}` },
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test("an application's own account is served to it, byte for byte like a shared one, and to no one else", async () => {
  await createTestAccount(world.owner, owner.applicationId, '221790000001', {
    balance: '90071992547409931234',
  })
  const response = await fetch(`${gateway.url}/api/eWallet/v1/account?msisdn=221790000001`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(await response.text()).toBe(
    '{"msisdn":"221790000001","type":"customer","status":"active","balance":{"value":90071992547409931234,"unit":"XOF"},"frozenBalance":{"value":0,"unit":"XOF"},"asOf":"2026-11-21T09:00:00Z"}',
  )
  const other = await fetchToken(gateway, await createClient(world.owner))
  expect(await ask('221790000001', other)).toMatchObject({ status: 404, body: { code: 'account_not_found' } })
})

test('a shared account is never shadowed, whatever is in the table', async () => {
  await createAccount(world.owner, '221790000002', { balance: '12500' })
  await createTestAccount(world.owner, owner.applicationId, '221790000002', { balance: '1' })
  expect((await ask('221790000002')).body.balance).toEqual({ value: 12500, unit: 'XOF' })
})

test('Production knows no test accounts', async () => {
  const production = await world.start({ environment: 'production' })
  const client = await createClient(world.owner, { environment: 'production' })
  await createTestAccount(world.owner, client.applicationId, '221790000003')
  expect((await ask('221790000003', await fetchToken(production, client), production)).status).toBe(404)
})

test.each([
  ['unavailable', 503, '1', null],
  ['quota_exceeded', 429, '1', null],
  ['invalid_token', 401, null, 'error="invalid_token"'],
])(
  'an account answers %s when it is told to, after its delay',
  async (error, status, retryAfter, challenge) => {
    await createTestAccount(world.owner, owner.applicationId, `22179000010${status % 10}`, {
      error,
      delayMs: 60,
    })
    const begin = performance.now()
    const answer = await ask(`22179000010${status % 10}`)
    expect(performance.now() - begin).toBeGreaterThan(58)
    expect(answer).toMatchObject({ status, body: { code: error } })
    expect(answer.headers.get('retry-after')).toBe(retryAfter)
    if (challenge) expect(answer.headers.get('www-authenticate')).toContain(challenge)
    await gateway.flushMeters()
    const { rows } = await world.owner.query(
      'SELECT error_code, hint FROM recent_call WHERE status = $1 ORDER BY id DESC LIMIT 1',
      [status],
    )
    expect(rows).toEqual([{ error_code: error, hint: 'simulated' }])
  },
)
