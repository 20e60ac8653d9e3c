import { exportJWK } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findFreePorts } from '@/scripts/check/ports'
import { createKeyClient } from '@/test/client-keys'
import { type Client, createAccount, createTestAccount, createClient as register } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import {
  AccountNotFoundError,
  CredentialsError,
  createClient,
  GatewayError,
  InvalidRequestError,
  type Options,
  type PrivateKey,
  QuotaExceededError,
  UnavailableError,
} from './src/index'

const world = withGateways()
let gateway: TestGateway
let application: Client
const calls = vi.spyOn(globalThis, 'fetch')

beforeAll(async () => {
  gateway = await world.start()
  await createAccount(world.owner, '221770000001')
})

beforeEach(async () => {
  application = await register(world.owner)
  calls.mockClear()
})

afterAll(() => calls.mockRestore())

function connect(options: Partial<Options> = {}) {
  const { clientId, clientSecret } = application
  const addresses = { authUrl: `${gateway.url}/`, baseUrl: gateway.url }
  return createClient({ ...addresses, clientId, clientSecret, ...options } as Options)
}

function countCalls(path: string): number {
  return calls.mock.calls.filter(([url]) => String(url).includes(path)).length
}

async function endTokens() {
  await world.owner.query('UPDATE access_token SET expires_at = now() WHERE application_id = $1', [
    application.applicationId,
  ])
}

function addTestAccount(msisdn: string, input: Parameters<typeof createTestAccount>[3]) {
  return createTestAccount(world.owner, application.applicationId, msisdn, input)
}

describe('test accounts', () => {
  const values = {
    type: 'customer',
    status: 'active',
    balance: { value: '90071992547409931234.10', unit: 'MAD' },
    frozenBalance: { value: '0.05', unit: 'MAD' },
  } as const

  test('are put, read, listed, reset, replaced and deleted, every digit kept', async () => {
    const { testAccounts, readAccount } = connect({ retries: 0 })
    const fault = { kind: 'error', code: 'unavailable', seconds: 0.25, calls: 1 } as const
    const put = await testAccounts.put('+999100000001', { ...values, fault })
    expect(put).toEqual({ ...values, msisdn: '999100000001', fault })
    expect(await testAccounts.read('999100000001')).toEqual(put)
    await expect(readAccount('999100000001')).rejects.toThrow(UnavailableError)
    expect((await readAccount('999100000001')).balance).toEqual(values.balance)
    const reset = { ...put, fault: null }
    expect(await testAccounts.list()).toEqual([reset])
    expect(await testAccounts.reset('999100000001')).toEqual(reset)
    expect(await testAccounts.resetAll()).toEqual([reset])
    const other = { ...values, msisdn: '999100000002', fault: null }
    expect(await testAccounts.replaceAll([other])).toEqual([other])
    expect(await testAccounts.delete('999100000002')).toBeUndefined()
    await expect(testAccounts.read('999100000002')).rejects.toThrow(AccountNotFoundError)
  })

  test('refusals are typed, and an amount that is no number is never sent', async () => {
    const { testAccounts } = connect()
    await expect(testAccounts.put('999000000000', values)).rejects.toMatchObject({
      status: 409,
      code: 'reserved',
    })
    const wrong = { ...values, balance: { value: '1.555', unit: 'MAD' } }
    await expect(testAccounts.put('999100000001', wrong)).rejects.toMatchObject({
      name: 'InvalidRequestError',
      code: 'invalid_account',
      errors: [{ parameter: 'balance.value' }],
    })
    const injected = { ...values, balance: { value: '1,"unit":"XOF"}', unit: 'MAD' } }
    await expect(testAccounts.put('999100000001', injected)).rejects.toThrow(TypeError)
    expect(countCalls('/accounts/999100000001')).toBe(1)
  })
})

test('an account is read with the token of one request, however many calls', async () => {
  const client = connect()
  const accounts = await Promise.all(Array.from({ length: 20 }, () => client.readAccount('+221770000001')))
  for (const { msisdn } of accounts) expect(msisdn).toBe('221770000001')
  expect(countCalls('/oauth/token')).toBe(1)
})

test('amounts keep every digit', async () => {
  await addTestAccount('221790000001', { balance: '90071992547409931234' })
  const { balance } = await connect().readAccount('221790000001')
  expect(balance).toEqual({ value: '90071992547409931234', unit: 'XOF' })
})

test.each(['EdDSA', 'ES256', 'PS256', 'RS256'])(
  'a key takes the place of a secret: %s',
  async (algorithm) => {
    const { clientId, key } = await createKeyClient(world.owner, { algorithm })
    const port = await findFreePorts(1)
    const authUrl = `http://127.0.0.1:${port}`
    const keyed = await world.start({ port, authUrl })
    const privateKey: PrivateKey = { ...(await exportJWK(key.privateKey)), alg: algorithm }
    const client = createClient({ authUrl, baseUrl: keyed.url, clientId, privateKey })
    await expect(client.readAccount('221770000001')).resolves.toMatchObject({ msisdn: '221770000001' })
  },
)

describe('a token that was ended', () => {
  test('is replaced once, for all calls', async () => {
    const client = connect()
    await client.readAccount('221770000001')
    await endTokens()
    calls.mockClear()
    await Promise.all(Array.from({ length: 5 }, () => client.readAccount('221770000001')))
    expect(countCalls('/oauth/token')).toBe(1)
  })

  test('is asked for once only where every token is refused', async () => {
    await addTestAccount('221790000002', { error: 'invalid_token' })
    await expect(connect().readAccount('221790000002')).rejects.toMatchObject({
      constructor: CredentialsError,
      code: 'invalid_token',
    })
    expect(countCalls('/oauth/token')).toBe(2)
  })
})

test('a token near its end is renewed while calls go on with it', async () => {
  const client = connect()
  await client.readAccount('221770000001')
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 250_000)
  await client.readAccount('221770000001')
  await expect.poll(() => countCalls('/oauth/token')).toBe(2)
  clock.mockRestore()
})

/** A success of a megabyte after the other, as of something that is no gateway. */
function endless(): Response {
  const chunk = new Uint8Array(1_000_000).fill(32)
  let left = 700
  return new Response(
    new ReadableStream({
      pull(control) {
        if (left-- < 690) throw new Error('the rest is read')
        control.enqueue(chunk)
      },
    }),
  )
}

describe('Retry-After', () => {
  test.each(['1.5', '-5', '3, 3', 'soon', ''])('%j is none, and the wait is the usual one', async (value) => {
    calls.mockResolvedValueOnce(new Response('busy', { status: 503, headers: { 'retry-after': value } }))
    const error = await connect({ retries: 0 })
      .readAccount('221770000001')
      .catch((error) => error)
    expect(error).toMatchObject({ constructor: UnavailableError, retryAfter: undefined })
  })

  test.each([
    ['unavailable', UnavailableError],
    ['quota_exceeded', QuotaExceededError],
  ])('of %s is waited for, as often as allowed', async (error, Class) => {
    await addTestAccount('221790000003', { error })
    const began = performance.now()
    const failed = connect({ retries: 1 }).readAccount('221790000003')
    await expect(failed).rejects.toMatchObject({ constructor: Class, code: error, retryAfter: 1 })
    expect(countCalls('/account')).toBe(2)
    expect(performance.now() - began).toBeGreaterThanOrEqual(1000)
  })

  test('is not waited for when it asks for more than allowed', async () => {
    await addTestAccount('221790000003', { error: 'unavailable' })
    await expect(connect({ maximumWait: 0.5 }).readAccount('221790000003')).rejects.toThrow(UnavailableError)
    expect(countCalls('/account')).toBe(1)
  })

  test('may be a date, as proxies send it', async () => {
    const soon = new Date(Date.now() + 2000).toUTCString()
    calls.mockResolvedValueOnce(new Response('busy', { status: 503, headers: { 'retry-after': soon } }))
    await connect().readAccount('221770000001')
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon) - 5)
    expect(countCalls('/oauth/token')).toBe(2)
  })

  test('ends when the caller gives up', async () => {
    await addTestAccount('221790000003', { error: 'unavailable' })
    const signal = AbortSignal.timeout(200)
    const error = await connect()
      .readAccount('221790000003', { signal })
      .catch((error) => error)
    expect(error).toBe(signal.reason)
  })
})

describe('refusals', () => {
  test('a missing account and a malformed number are not tried again', async () => {
    const client = connect()
    await expect(client.readAccount('999000000000')).rejects.toMatchObject({
      constructor: AccountNotFoundError,
      status: 404,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const malformed = await client.readAccount('12-34').catch((error) => error)
    expect(malformed).toBeInstanceOf(InvalidRequestError)
    expect(malformed.errors).toEqual([{ parameter: 'msisdn', message: expect.any(String) }])
    expect(countCalls('/account')).toBe(2)
  })

  test('a wrong secret has its own class of error, and is no part of it', async () => {
    const clientSecret = `${application.clientSecret.slice(0, -1)}#`
    const error = await connect({ clientSecret })
      .readAccount('221770000001')
      .catch((error) => error)
    expect(error).toBeInstanceOf(CredentialsError)
    expect(error).toMatchObject({ status: 401, code: 'invalid_client' })
    expect(JSON.stringify(error) + error.stack).not.toContain(clientSecret)
  })

  test.each([
    ['a page in place of a token', 0, '<html>Sign in to this network</html>'],
    ['no token', 0, '{"token_type":"Bearer"}'],
    ['a token without an end', 0, '{"access_token":"x","token_type":"Bearer"}'],
    ['a token whose life is a text', 0, '{"access_token":"x","token_type":"Bearer","expires_in":"300"}'],
    ['an empty token', 0, '{"access_token":"","token_type":"Bearer","expires_in":300}'],
    ['a token with a line break', 0, '{"access_token":"x\\r\\ny","token_type":"Bearer","expires_in":300}'],
    ['null', 0, 'null'],
    ['a page in place of an account', 1, '<html>Sign in to this network</html>'],
    ['null in place of an account', 1, 'null'],
    ['a list in place of an account', 1, '[]'],
    ['an object without anything', 1, '{}'],
    ['an account without a balance', 1, '{"msisdn":"221770000001","type":"customer","status":"active"}'],
    ['a body without an end', 1, endless],
    [
      'a redirect',
      1,
      () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1:9/' } }),
    ],
  ])('%s is an error like any other, and the next call tries again', async (_name, at, body) => {
    const client = connect()
    if (at > 0) await client.readAccount('221770000001')
    calls.mockClear()
    calls.mockResolvedValueOnce(typeof body === 'string' ? new Response(body) : body())
    const error = await client.readAccount('221770000001').catch((error) => error)
    expect(error).toBeInstanceOf(UnavailableError)
    expect(error.cause).toBeUndefined()
    expect(calls).toHaveBeenCalledTimes(1)
    expect((await client.readAccount('221770000001')).msisdn).toBe('221770000001')
  })

  test('what is no URL is refused at once', () => {
    expect(() => connect({ baseUrl: '' })).toThrow(TypeError)
  })

  test('a list of test accounts that is none is an error like any other', async () => {
    const client = connect()
    await client.readAccount('221770000001')
    for (const body of ['{}', '{"accounts":[null]}', '[]']) {
      calls.mockResolvedValueOnce(new Response(body))
      await expect(client.testAccounts.list()).rejects.toThrow(UnavailableError)
    }
  })

  test('a gateway that is away is an error with its cause', async () => {
    const away = connect({ authUrl: 'http://127.0.0.1:9', retries: 0 })
    const error = await away.readAccount('221770000001').catch((error) => error)
    expect(error).toBeInstanceOf(UnavailableError)
    expect(error.cause).toBeInstanceOf(TypeError)
    expect(error).toBeInstanceOf(GatewayError)
  })
})

test('passes every case of a go-live rehearsal', { tags: 'slow' }, async () => {
  const suspended = '221770000002'
  await createAccount(world.owner, suspended, { status: 'suspended' })
  const bearer = await fetchToken(gateway, application)
  const rehearsal = async (method: string) => {
    const headers = { Authorization: `Bearer ${bearer}` }
    const response = await fetch(`${gateway.url}/sandbox/v1/rehearsal`, { method, headers })
    return (await response.json()) as { cases: { id: string; outcome: string }[] }
  }
  await rehearsal('POST')
  const client = connect()
  for (let left = 10; left > 0; left--) await client.readAccount('221770000001')
  expect((await client.readAccount(suspended)).status).toBe('suspended')
  await expect(client.readAccount('221770000099')).rejects.toThrow(AccountNotFoundError)
  const amount = { value: '1', unit: 'XOF' }
  const values = { type: 'customer', status: 'active', balance: amount, frozenBalance: amount } as const
  for (const code of ['invalid_token', 'quota_exceeded', 'unavailable'] as const) {
    const fault = { kind: 'error', code, calls: 1 } as const
    await client.testAccounts.put('999100000001', { ...values, fault })
    expect((await client.readAccount('999100000001')).status).toBe('active')
  }
  const { cases } = await rehearsal('DELETE')
  expect(cases.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect(cases).toHaveLength(9)
})
