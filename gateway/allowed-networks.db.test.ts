import { beforeAll, describe, expect, test } from 'vitest'
import { searchCalls } from '@/lib/usage/call-log'
import { assertionBody, createKeyClient, signAssertion } from '@/test/client-keys'
import { type Client, createAccount, createApplication, createClient, issueSecret } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { allowOnly, createListedClient } from '@/test/networks'

// The allowed networks of a Production application over sockets, behind a trusted proxy (this machine) and without one.

const world = withGateways()
/** Believes `X-Forwarded-For` of this machine, so that calls can come from anywhere. */
let gateway: TestGateway
let direct: TestGateway

beforeAll(async () => {
  gateway = await world.start({ environment: 'production', trustedProxies: ['127.0.0.1'], rateLimit: 60 })
  direct = await world.start({ environment: 'production' })
  await createAccount(world.owner, '221771234567', { environment: 'production' })
})

const inside = '203.0.113.7'
const outside = '198.51.100.1'
const list = ['203.0.113.0/24', '2001:db8:1::/48']
const from = (address: string) => ({ 'x-forwarded-for': address })

async function post(path: string, client: Client, address: string, others = {}, at = gateway) {
  const form = { client_id: client.clientId, client_secret: client.clientSecret, ...others }
  const response = await fetch(at.url + path, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: from(address),
  })
  const { headers, status } = response
  return { status, challenge: headers.get('www-authenticate'), text: await response.text() }
}

const ask = (client: Client, address: string, others = {}, at = gateway) =>
  post('/oauth/token', client, address, { grant_type: 'client_credentials', ...others }, at)

function read(token: string, address: string, query = '?msisdn=221771234567', at = gateway) {
  const headers = { authorization: `Bearer ${token}`, ...from(address) }
  return fetch(`${at.url}/api/eWallet/v1/account${query}`, { headers })
}

async function tokenOf(client: Client, address = inside): Promise<string> {
  const { status, text } = await ask(client, address)
  expect(status).toBe(200)
  return JSON.parse(text).access_token
}

const refused = {
  status: 401,
  challenge: 'Basic realm="production"',
  text: '{"error":"invalid_client","error_description":"Client authentication failed."}',
}

describe('a call from an address', () => {
  test.each([
    ['203.0.113.255', 200],
    ['203.0.114.0', 401],
    ['::ffff:203.0.113.7', 200],
    ['2001:db8:1::1', 200],
    ['2001:db8:2::1', 401],
    ['::203.0.113.7', 401],
  ])('%s is answered %s by the token endpoint', async (address, status) => {
    const client = await createListedClient(world.owner, list)
    expect((await ask(client, address)).status).toBe(status)
    const token = await tokenOf(client)
    expect((await read(token, address)).status).toBe(status === 200 ? 200 : 403)
  })

  test('with a zone is that address', async () => {
    const client = await createListedClient(world.owner, ['fe80::/64'])
    expect((await ask(client, 'fe80::1%eth0')).status).toBe(200)
  })

  test('outside is refused at all three endpoints that authenticate clients, as if the secret were wrong', async () => {
    const client = await createListedClient(world.owner, list)
    expect(await ask(client, outside)).toEqual(refused)
    expect(await ask({ ...client, clientSecret: 'wrong' }, outside)).toEqual(refused)
    expect(await ask({ ...client, clientSecret: 'wrong' }, inside)).toEqual(refused)
    for (const path of ['/oauth/revoke', '/oauth/introspect']) {
      expect(await post(path, client, outside, { token: 'x' })).toEqual(refused)
      expect((await post(path, client, inside, { token: 'x' })).status).toBe(200)
    }
  })

  test('outside is 403 at the account endpoint, as problem+json', async () => {
    const client = await createListedClient(world.owner, list)
    const response = await read(await tokenOf(client), outside)
    expect(response.status).toBe(403)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({
      type: 'http://portal.localhost/docs/errors/address_not_allowed',
      title: 'Address not allowed',
      status: 403,
      detail: 'This application may not be called from this address.',
      code: 'address_not_allowed',
    })
  })
})

describe('a forged X-Forwarded-For', () => {
  test('is ignored from a caller that is no trusted proxy', async () => {
    const client = await createListedClient(world.owner, list)
    expect(await ask(client, inside, {}, direct)).toEqual(refused)
    await allowOnly(world.owner, client.applicationId, ['127.0.0.0/8'])
    expect((await ask(client, outside, {}, direct)).status).toBe(200)
  })

  test.each([
    [`${inside}, ${outside}`, 401],
    [`${outside}, ${inside}`, 200],
    [`${inside}, nonsense`, 401],
    ['', 401],
  ])('counts only as far as proxies are trusted: %j', async (header, status) => {
    const client = await createListedClient(world.owner, list)
    expect((await ask(client, header)).status).toBe(status)
  })
})

describe('the order of decisions', () => {
  test('is credentials, address, suspension', async () => {
    const client = await createListedClient(world.owner, list, { state: 'suspended' })
    const wrong = { ...client, clientSecret: 'wrong' }
    expect(await ask(wrong, inside)).toEqual(refused)
    expect(await ask(wrong, outside)).toEqual(refused)
    expect(await ask(client, outside)).toEqual(refused)
    expect(JSON.parse((await ask(client, inside)).text).error).toBe('unauthorized_client')
  })

  test('of keys is credentials, address, suspension, jti: an assertion that is refused before is not used up', async () => {
    const client = await createKeyClient(world.owner, { environment: 'production' })
    await allowOnly(world.owner, client.applicationId, list)
    const body = assertionBody(await signAssertion(client, 'http://auth.localhost'))
    const send = async (address: string) => {
      const init = { method: 'POST', body, headers: from(address) }
      return (await fetch(`${gateway.url}/oauth/token`, init)).status
    }
    expect([await send(outside), await send(inside), await send(inside)]).toEqual([401, 200, 401])
  })

  test('of the account endpoint is token, address, limit, parameters', async () => {
    const client = await createListedClient(world.owner, list)
    const token = await tokenOf(client)
    expect((await read('x', outside)).status).toBe(401)
    const malformed = await read(token, outside, '?msisdn=x')
    expect(malformed.status).toBe(403)
    expect(malformed.headers.has('ratelimit')).toBe(false)
    expect((await read(token, inside, '?msisdn=x')).headers.get('ratelimit')).toContain('r=59')
    await world.owner.query(`UPDATE application SET state = 'suspended' WHERE id = $1`, [
      client.applicationId,
    ])
    expect((await read(token, outside)).status).toBe(401)
  })
})

test('a change counts from the next call, and an empty list is every address', async () => {
  const client = await createClient(world.owner, { environment: 'production' })
  const token = await tokenOf(client, outside)
  expect((await read(token, outside)).status).toBe(200)
  await allowOnly(world.owner, client.applicationId, list)
  expect((await read(token, outside)).status).toBe(403)
  expect(await ask(client, outside)).toEqual(refused)
  await allowOnly(world.owner, client.applicationId, [`${outside}/32`])
  expect((await read(token, outside)).status).toBe(200)
  await allowOnly(world.owner, client.applicationId, [])
  expect((await read(token, inside)).status).toBe(200)
})

test('only the activation check of an approval is exempt, with its own secret and the number that never exists', async () => {
  const application = await createApplication(world.owner, { environment: 'production', state: 'active' })
  const { clientSecret } = await issueSecret(world.owner, application.id, 'production')
  const own = { applicationId: application.id, secretId: '', clientId: application.clientId, clientSecret }
  await world.owner.query('UPDATE client_secret SET proof = true WHERE application_id = $1', [application.id])
  const second = await issueSecret(world.owner, application.id, 'production')
  await world.owner.query(`UPDATE application SET state = 'activating' WHERE id = $1`, [application.id])
  await allowOnly(world.owner, application.id, list)
  expect(await ask({ ...own, clientSecret: second.clientSecret }, outside)).toEqual(refused)
  const token = await tokenOf(own, outside)
  expect((await read(token, outside, '?msisdn=999000000000')).status).toBe(404)
  expect((await read(token, outside)).status).toBe(403)
  await world.owner.query(`UPDATE application SET state = 'active' WHERE id = $1`, [application.id])
  expect((await read(token, outside, '?msisdn=999000000000')).status).toBe(403)
  expect(await ask(own, inside)).toEqual(refused)
})

test('owners see the refusals in their log, with the reason', async () => {
  const client = await createListedClient(world.owner, list)
  await ask(client, outside)
  await read(await tokenOf(client), outside)
  await gateway.flushMeters()
  const { calls } = await searchCalls(client.applicationId, {}, 5)
  expect(calls.map(({ status, errorCode, hint, address }) => [status, errorCode, hint, address])).toEqual([
    [403, 'address_not_allowed', null, outside],
    [200, null, null, inside],
    [401, 'invalid_client', 'address_not_allowed', outside],
  ])
})

test('with standbys, the primary still decides', async () => {
  const apart = await world.start({
    environment: 'production',
    trustedProxies: ['127.0.0.1'],
    standbys: {
      choose: () => ({ read: (run: (pool: unknown) => unknown) => run(gateway.context.pool) }),
    } as never,
  })
  const client = await createListedClient(world.owner, list)
  const token = await tokenOf(client)
  expect((await read(token, inside, undefined, apart)).status).toBe(200)
  expect((await read(token, outside, undefined, apart)).status).toBe(403)
})

test('the database keeps no list for the Sandbox, no more than 20 networks and nothing that is none', async () => {
  const sandbox = await createClient(world.owner)
  const { applicationId } = await createClient(world.owner, { environment: 'production' })
  await expect(allowOnly(world.owner, sandbox.applicationId, list)).rejects.toThrow(/networks_check/)
  const many = Array.from({ length: 21 }, (_, index) => `203.0.113.${index}/32`)
  await expect(allowOnly(world.owner, applicationId, many)).rejects.toThrow(/networks_check/)
  for (const wrong of ['nonsense', '203.0.113.7/24', 'fe80::1%eth0/128', ''])
    await expect(allowOnly(world.owner, applicationId, [wrong])).rejects.toThrow(/invalid/)
})

describe('calls by network', () => {
  const rowsOf = async ({ applicationId }: { applicationId: string }) => {
    const { rows } = await world.owner.query(
      'SELECT network, calls::int FROM network_day WHERE application_id = $1 ORDER BY network',
      [applicationId],
    )
    return rows.map(({ network, calls }) => [network, calls])
  }

  test('are those that were authenticated, refused for their address or not', async () => {
    const client = await createListedClient(world.owner, list)
    const token = await tokenOf(client)
    await read(token, '2001:db8:1:2ff::9')
    await read(token, '203.0.113.99')
    await ask(client, outside)
    await ask({ ...client, clientSecret: 'wrong' }, '192.0.2.1')
    await read('x', '192.0.2.1')
    await gateway.flushMeters()
    const expected = [
      ['198.51.100.0/24', 1],
      ['2001:db8:1:200::/56', 1],
      ['203.0.113.0/24', 2],
    ]
    expect(await rowsOf(client)).toEqual(expected)
    await read(token, '203.0.113.5')
    await gateway.flushMeters()
    expect((await rowsOf(client)).at(-1)).toEqual(['203.0.113.0/24', 3])
  })

  test('are not kept for the Sandbox', async () => {
    const sandbox = await world.start()
    const client = await createClient(world.owner)
    await fetchToken(sandbox, client)
    await sandbox.flushMeters()
    expect(await rowsOf(client)).toEqual([])
  })

  test('have at most 200 networks, also of a flood that several gateways write at the same time', async () => {
    const { applicationId } = await createClient(world.owner, { environment: 'production' })
    const write = (start: number) => {
      const networks = Array.from({ length: 150 }, (_, index) => `10.${start}.${index}.0/24`)
      return world.owner.query(
        `SELECT count_networks(array_fill($1::uuid, ARRAY[150]), array_fill((now() AT TIME ZONE 'UTC')::date, ARRAY[150]), $2::text[],
           array_fill(1::bigint, ARRAY[150]))`,
        [applicationId, networks],
      )
    }
    await Promise.all([write(1), write(2), write(3)])
    await write(3)
    const rows = await rowsOf({ applicationId })
    expect(rows).toHaveLength(201)
    expect(rows[0]?.[0]).toBe('')
    expect(rows.reduce((sum, [, calls]) => sum + calls, 0)).toBe(600)
  })
})
