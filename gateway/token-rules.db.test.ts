import { beforeAll, describe, expect, test } from 'vitest'
import { requireSetting } from '@/lib/env'
import { generateKey } from '@/lib/keyring'
import { type Client, createAccount, createClient, issueSecret } from '@/test/factories'
import { askBalance, askToken, type TestGateway, withGateways } from '@/test/gateway'

const world = withGateways()
let first: TestGateway
let second: TestGateway

beforeAll(async () => {
  first = await world.start()
  second = await world.start()
  await createAccount(world.owner, '221771234567')
})

type Answer = { status: number; access_token: string; expires_in: number; error?: string }

async function requestToken(gateway: TestGateway, client: Client): Promise<Answer> {
  const response = await askToken(gateway, client)
  return { status: response.status, ...(await response.json()) }
}

async function readBalance(gateway: TestGateway, token: string): Promise<number> {
  const response = await askBalance(gateway, token, '221771234567')
  await response.arrayBuffer()
  return response.status
}

/** Moves the end of an application's live tokens to so many seconds from now. */
async function setRemaining({ applicationId }: Client, seconds: number): Promise<void> {
  await world.owner.query(
    `UPDATE access_token SET expires_at = clock_timestamp() + make_interval(secs => $2)
     WHERE application_id = $1 AND expires_at > clock_timestamp()`,
    [applicationId, seconds],
  )
}

async function countTokens({ applicationId }: Client) {
  const { rows } = await world.owner.query(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE expires_at > clock_timestamp())::int AS live
     FROM access_token WHERE application_id = $1`,
    [applicationId],
  )
  return rows[0] as { all: number; live: number }
}

describe('one token per application', () => {
  test('200 parallel first requests at two gateways give one token', async () => {
    const client = await createClient(world.owner)
    const asked = Array.from({ length: 200 }, (_, index) =>
      requestToken(index % 2 === 0 ? first : second, client),
    )
    const answers = await Promise.all(asked)
    expect(new Set(answers.map((answer) => answer.access_token)).size).toBe(1)
    expect(answers.every(({ status, expires_in }) => status === 200 && expires_in >= 290)).toBe(true)
    expect(await countTokens(client)).toEqual({ all: 1, live: 1 })
  })

  test('asking again returns the same token with its remaining life, an integer of 1 to 300', async () => {
    const client = await createClient(world.owner)
    const minted = await requestToken(first, client)
    expect(minted.expires_in).toBe(300)
    await setRemaining(client, 200.9)
    expect(await requestToken(second, client)).toEqual({ ...minted, expires_in: 200 })
  })

  test('the same token while at least the window is left, after that a new one alongside it', async () => {
    const client = await createClient(world.owner)
    const former = await requestToken(first, client)
    await setRemaining(client, 90.9)
    expect(await requestToken(first, client)).toMatchObject({
      access_token: former.access_token,
      expires_in: 90,
    })
    await setRemaining(client, 89.9)
    const renewed = await requestToken(first, client)
    expect(renewed.expires_in).toBe(300)
    expect(renewed.access_token).not.toBe(former.access_token)
    expect(await countTokens(client)).toEqual({ all: 2, live: 2 })
    expect(await readBalance(second, former.access_token)).toBe(200)
    expect(await readBalance(second, renewed.access_token)).toBe(200)
  })

  test('a window of 0: the same while 1 s remains, never two', async () => {
    const gateways = [
      await world.start({ renewalWindow: 0 }),
      await world.start({ renewalWindow: 0 }),
    ] as const
    const client = await createClient(world.owner)
    const former = await requestToken(gateways[0], client)
    await setRemaining(client, 1.9)
    expect(await requestToken(gateways[0], client)).toMatchObject({
      access_token: former.access_token,
      expires_in: 1,
    })
    await setRemaining(client, 0.9)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => requestToken(gateways[index % 2 === 0 ? 0 : 1], client)),
    )
    expect(new Set(answers.map((answer) => answer.access_token)).size).toBe(1)
    expect(await countTokens(client)).toEqual({ all: 2, live: 1 })
    expect(await readBalance(gateways[1], former.access_token)).toBe(401)
  })
})

describe('keys', () => {
  test('tokens of the previous key stay valid until they expire, new ones use the new key', async () => {
    const [former] = requireSetting('TOKEN_KEYS')
    const rotated = await world.start({ tokenKeys: [generateKey('next'), former] })
    const client = await createClient(world.owner)
    const minted = await requestToken(first, client)
    expect((await requestToken(rotated, client)).access_token).toBe(minted.access_token)
    await setRemaining(client, 60)
    const renewed = await requestToken(rotated, client)
    expect(renewed.access_token).not.toBe(minted.access_token)
    expect(await readBalance(rotated, minted.access_token)).toBe(200)
    const { rows } = await world.owner.query(
      'SELECT key_id FROM access_token WHERE application_id = $1 ORDER BY generation',
      [client.applicationId],
    )
    expect(rows.map(({ key_id }) => key_id)).toEqual(['test', 'next'])
  })

  test('where a key is new at one gateway and still last at the other, both hand out the same token', async () => {
    const [former] = requireSetting('TOKEN_KEYS')
    const next = generateKey('next')
    const before = await world.start({ tokenKeys: [former, next] })
    const after = await world.start({ tokenKeys: [next, former] })
    for (const [one, other] of [
      [before, after],
      [after, before],
    ] as const) {
      const client = await createClient(world.owner)
      const { access_token } = await requestToken(one, client)
      expect((await requestToken(other, client)).access_token).toBe(access_token)
    }
  })

  test('a token whose key is gone is replaced, and stays good', async () => {
    const without = await world.start({ tokenKeys: [generateKey('only')] })
    const client = await createClient(world.owner)
    const minted = await requestToken(first, client)
    const renewed = await requestToken(without, client)
    expect(renewed).toMatchObject({ status: 200, expires_in: 300 })
    expect(renewed.access_token).not.toBe(minted.access_token)
    expect(await readBalance(without, minted.access_token)).toBe(200)
  })

  test('a secret hashed under an older key is accepted', async () => {
    const [former] = requireSetting('SECRET_HASH_KEYS')
    const rotated = await world.start({ secretHashKeys: [generateKey('next'), former] })
    const client = await createClient(world.owner)
    expect((await requestToken(rotated, client)).status).toBe(200)
  })

  // ASVS 11.5.1
  test('neither token nor secret is stored in the database', async () => {
    const client = await createClient(world.owner)
    const { access_token } = await requestToken(first, client)
    const { rows } = await world.owner.query(
      `SELECT (SELECT string_agg(t::text, ' ') FROM access_token t) || (SELECT string_agg(s::text, ' ') FROM client_secret s) AS dump`,
    )
    const hex = (text: string) => Buffer.from(text).toString('hex')
    const digest = Buffer.from(access_token.slice(-43), 'base64url').toString('hex')
    for (const secret of [
      access_token,
      hex(access_token),
      digest,
      client.clientSecret,
      hex(client.clientSecret),
    ])
      expect(rows[0].dump).not.toContain(secret)
  })
})

// ASVS 8.3.2, 10.4.9
describe('ending live tokens is effective from the next call, on every gateway', () => {
  async function prepare() {
    const client = await createClient(world.owner)
    const { access_token } = await requestToken(first, client)
    expect(await readBalance(second, access_token)).toBe(200)
    return { client, token: access_token }
  }

  test.each(['suspended', 'deleted'] as const)('an application that is %s', async (state) => {
    const { client, token } = await prepare()
    await world.owner.query('UPDATE application SET state = $2 WHERE id = $1', [client.applicationId, state])
    expect(await readBalance(first, token)).toBe(401)
    expect(await readBalance(second, token)).toBe(401)
    expect((await requestToken(first, client)).error).toBe(
      state === 'suspended' ? 'unauthorized_client' : 'invalid_client',
    )
  })

  // ASVS 10.3.2
  test('a suspended owner', async () => {
    const { client, token } = await prepare()
    await world.owner.query('UPDATE application SET owner_suspended = true WHERE id = $1', [
      client.applicationId,
    ])
    expect(await readBalance(second, token)).toBe(401)
    expect((await requestToken(second, client)).error).toBe('unauthorized_client')
  })

  test('rotation without overlap', async () => {
    const { client, token } = await prepare()
    const owner = await world.owner.connect()
    await owner.query('BEGIN')
    await owner.query('UPDATE client_secret SET revoked_at = now() WHERE id = $1', [client.secretId])
    await owner.query('UPDATE access_token SET expires_at = now() WHERE application_id = $1', [
      client.applicationId,
    ])
    const { clientSecret } = await issueSecret(owner, client.applicationId, 'sandbox')
    await owner.query('COMMIT')
    owner.release()
    expect(await readBalance(first, token)).toBe(401)
    expect((await requestToken(second, client)).status).toBe(401)
    const renewed = await requestToken(second, { ...client, clientSecret })
    expect(renewed).toMatchObject({ status: 200, expires_in: 300 })
    expect(await readBalance(first, renewed.access_token)).toBe(200)
  })

  test('rotation with overlap keeps the token, and both secrets give it', async () => {
    const { client, token } = await prepare()
    await world.owner.query(`UPDATE client_secret SET retires_at = now() + interval '1 hour' WHERE id = $1`, [
      client.secretId,
    ])
    const { clientSecret } = await issueSecret(world.owner, client.applicationId, 'sandbox')
    expect((await requestToken(first, client)).access_token).toBe(token)
    expect((await requestToken(second, { ...client, clientSecret })).access_token).toBe(token)
  })
})
