import { createHmac, createPublicKey, verify } from 'node:crypto'
import { base64url, exportSPKI, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import {
  addKey,
  assertionBody,
  createKey,
  createKeyClient,
  type KeyClient,
  secondsFromNow,
  signAssertion,
} from '@/test/client-keys'
import { type Client, createClient, issueSecret } from '@/test/factories'
import { type TestGateway, withGateways } from '@/test/gateway'

// Each way to present an assertion (RFC 7523), and each refusal.

const auth = 'http://auth.localhost'
const world = withGateways()
let gateway: TestGateway
let second: TestGateway
let client: KeyClient

beforeAll(async () => {
  gateway = await world.start()
  second = await world.start()
  client = await createKeyClient(world.owner)
})

type Changes = Parameters<typeof signAssertion>[2]

function sign(changes: Changes = {}, as: Pick<KeyClient, 'clientId' | 'key'> = client): Promise<string> {
  return signAssertion(as, auth, changes)
}

async function post(body: URLSearchParams, headers: Record<string, string> = {}, at = gateway) {
  const response = await fetch(`${at.url}/oauth/token`, { method: 'POST', body, headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const ask = async (assertion: string | Promise<string>, others: Record<string, string> = {}) =>
  post(assertionBody(await assertion, others))

async function expectRefusal(asked: ReturnType<typeof post>): Promise<void> {
  const { status, headers, body } = await asked
  expect(body).toEqual({ error: 'invalid_client', error_description: 'Client authentication failed.' })
  expect(status).toBe(401)
  expect(headers.get('www-authenticate')).toBe('Basic realm="sandbox"')
}

async function expectBad(asked: ReturnType<typeof post>, description: string): Promise<void> {
  const { status, headers, body } = await asked
  expect(body).toEqual({ error: 'invalid_request', error_description: description })
  expect(status).toBe(400)
  expect(headers.has('www-authenticate')).toBe(false)
}

describe('an assertion that is accepted', () => {
  test.each(['EdDSA', 'ES256', 'PS256', 'RS256'])('signed with %s', async (algorithm) => {
    const own = await createKeyClient(world.owner, { algorithm })
    const { status, body } = await ask(sign({}, own))
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 300 })
    expect(status).toBe(200)
  })
  test('the newer name of EdDSA (RFC 9864)', async () => {
    const own = await createKeyClient(world.owner, { algorithm: 'EdDSA' })
    expect((await ask(sign({ header: { alg: 'Ed25519' } }, own))).status).toBe(200)
  })
  test.each([
    ['the other audience', () => ({ claims: { aud: `${auth}/oauth/token` } })],
    ['an end in 300 s', () => ({ claims: { exp: secondsFromNow(300) } })],
    ['an end 5 s ago, within the skew', () => ({ claims: { exp: secondsFromNow(-5) } })],
    ['a begin in 5 s, within the skew', () => ({ claims: { nbf: secondsFromNow(5) } })],
    ['a jti of 128 characters', () => ({ claims: { jti: 'x'.repeat(92) + newId() } })],
    ['a jti of 128 characters of two units each', () => ({ claims: { jti: '𝟚'.repeat(92) + newId() } })],
    [
      'other claims and headers',
      () => ({ claims: { iat: secondsFromNow(0), x: 1 }, header: { typ: 'JWT', x5c: [] } }),
    ],
  ])('%s', async (_name, changes) => {
    expect((await ask(sign(changes()))).status).toBe(200)
  })
  test('the same client_id next to it', async () => {
    expect((await ask(sign(), { client_id: client.clientId })).status).toBe(200)
  })
  test('either of two keys, with and without its kid', async () => {
    const own = await createKeyClient(world.owner)
    const key = await createKey('RS256')
    await addKey(world.owner, own.applicationId, key, 'ours 2')
    expect((await ask(sign({}, own))).status).toBe(200)
    expect((await ask(sign({}, { ...own, key }))).status).toBe(200)
    expect((await ask(sign({ header: { kid: 'ours 2' } }, { ...own, key }))).status).toBe(200)
    await expectRefusal(ask(sign({ header: { kid: 'ours 1' } }, { ...own, key })))
  })
  test('the token is the same as long as it has life left, and dies with a revocation', async () => {
    const first = await ask(sign())
    const body = assertionBody(await sign(), { token: first.body.access_token })
    const again = await ask(sign())
    expect(again.body.access_token).toBe(first.body.access_token)
    const introspection = await fetch(`${gateway.url}/oauth/introspect`, { method: 'POST', body })
    expect(await introspection.json()).toMatchObject({ active: true, client_id: client.clientId })
    const revocation = assertionBody(await sign(), { token: first.body.access_token })
    const ended = await fetch(`${gateway.url}/oauth/revoke`, { method: 'POST', body: revocation })
    expect(ended.status).toBe(200)
    expect((await ask(sign())).body.access_token).not.toBe(first.body.access_token)
  })
  test('its use is recorded with its key', async () => {
    const own = await createKeyClient(world.owner)
    const busy = await world.start()
    await post(assertionBody(await sign({}, own)), {}, busy)
    await busy.close()
    const { rows } = await world.owner.query(
      'SELECT last_used_at, last_used_address FROM client_key WHERE id = $1',
      [own.keyId],
    )
    expect(rows).toEqual([{ last_used_at: expect.any(Date), last_used_address: '127.0.0.1' }])
  })
})

describe('400 invalid_request', () => {
  const together = 'A client_assertion is given together with other client credentials.'
  const alone = 'The parameters client_assertion and client_assertion_type must be given together.'

  test('with a secret, or with Basic', async () => {
    await expectBad(ask(sign(), { client_secret: 'x' }), together)
    const authorization = `Basic ${Buffer.from(`${client.clientId}:x`).toString('base64')}`
    await expectBad(post(assertionBody(await sign()), { authorization }), together)
  })
  test('one of the two parameters alone', async () => {
    for (const missing of ['client_assertion', 'client_assertion_type']) {
      const body = assertionBody(await sign(), { client_id: client.clientId })
      body.delete(missing)
      await expectBad(post(body), alone)
    }
  })
  test('an unknown type', async () => {
    const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer'
    await expectBad(ask(sign(), { client_assertion_type }), 'The client_assertion_type is unknown.')
  })
  test('a client_id that differs from sub', async () => {
    const words = 'The client_id and the sub of the client_assertion differ.'
    await expectBad(ask(sign(), { client_id: 'other' }), words)
  })
  test('above 8 KiB; below it is a fault like any other', async () => {
    await expectBad(ask('x'.repeat(8193)), 'The parameter client_assertion is larger than 8 KiB.')
    await expectRefusal(ask('x'.repeat(8192)))
  })
  test('in the query string', async () => {
    const response = await fetch(`${gateway.url}/oauth/token?client_assertion=x`, {
      method: 'POST',
      body: assertionBody(await sign()),
    })
    expect(response.status).toBe(400)
  })
  test('faults of the grant are found before those of the assertion', async () => {
    expect((await ask('x', { grant_type: 'password' })).body.error).toBe('unsupported_grant_type')
    expect((await ask('x', { scope: 'all' })).body.error).toBe('invalid_scope')
  })
})

describe('401 invalid_client', () => {
  test.each<[string, () => NonNullable<Changes>]>([
    ['another issuer', () => ({ claims: { iss: 'other' } })],
    ['no issuer', () => ({ claims: { iss: undefined } })],
    ['another subject', () => ({ claims: { sub: 'other' } })],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ['another audience', () => ({ claims: { aud: 'http://api.localhost' } })],
    ['an audience with a slash', () => ({ claims: { aud: `${auth}/` } })],
    ['another endpoint as audience', () => ({ claims: { aud: `${auth}/oauth/revoke` } })],
    ['no audience', () => ({ claims: { aud: undefined } })],
    ['a list of audiences', () => ({ claims: { aud: [auth, 'http://other.localhost'] } })],
    ['a list of one audience', () => ({ claims: { aud: [auth] } })],
    ['no end', () => ({ claims: { exp: undefined } })],
    ['an end that is a text', () => ({ claims: { exp: String(secondsFromNow(60)) } })],
    ['an end 11 s ago', () => ({ claims: { exp: secondsFromNow(-11) } })],
    ['an end in 320 s', () => ({ claims: { exp: secondsFromNow(320) } })],
    ['a begin in 20 s', () => ({ claims: { nbf: secondsFromNow(20) } })],
    ['no jti', () => ({ claims: { jti: undefined } })],
    ['an empty jti', () => ({ claims: { jti: '' } })],
    ['a jti that is a number', () => ({ claims: { jti: 7 } })],
    ['a jti of 129 characters', () => ({ claims: { jti: 'x'.repeat(129) } })],
    ['a control character in the jti', () => ({ claims: { jti: '\u0000' } })],
    ['another control character among others', () => ({ claims: { jti: `${newId()}\u009f` } })],
    ['a lone surrogate in the jti', () => ({ claims: { jti: `${newId()}\ud800` } })],
    ['a lone surrogate in the issuer', () => ({ claims: { iss: `${client.clientId}\udfff` } })],
    ['a control character in the subject', () => ({ claims: { sub: `${client.clientId}\u0000` } })],
    ['the header jku', () => ({ header: { jku: 'https://other.localhost/keys' } })],
    ['the header x5u', () => ({ header: { x5u: 'https://other.localhost/keys' } })],
    ['the header jwk', () => ({ header: { jwk: { kty: 'EC' } } })],
    ['the header crit', () => ({ header: { crit: ['b64'], b64: true } })],
    ['another kid', () => ({ header: { kid: 'other' } })],
    ['a lone surrogate in the kid', () => ({ header: { kid: 'kid\ud800' } })],
    ['a kid that is null', () => ({ header: { kid: null } })],
  ])('%s', async (_name, changes) => {
    await expectRefusal(ask(sign(changes())))
  })

  // ASVS 9.1.1, 9.1.2
  test('forged: unsigned, with a stranger’s key, with the public key as a secret, of another algorithm', async () => {
    const claims = { iss: client.clientId, sub: client.clientId, aud: auth, exp: secondsFromNow(60) }
    await expectRefusal(ask(new UnsecuredJWT({ ...claims, jti: newId() }).encode()))
    await expectRefusal(ask(sign({ signer: (await createKey()).privateKey })))
    const stranger = await createKey('RS256')
    await expectRefusal(ask(sign({}, { ...client, key: stranger })))
    const asSecret = async (alg: string) => {
      const [header, payload] = [{ alg }, { ...claims, jti: newId() }].map((part) =>
        base64url.encode(JSON.stringify(part)),
      )
      const signed = createHmac('sha256', await exportSPKI(client.key.publicKey)).update(
        `${header}.${payload}`,
      )
      return `${header}.${payload}.${signed.digest('base64url')}`
    }
    await expectRefusal(ask(asSecret('HS256')))
    await expectRefusal(ask(asSecret('ES256')))
    const own = await createKeyClient(world.owner, { algorithm: 'RS256' })
    const asPss = { ...(await createKey('PS256')), publicKey: own.key.publicKey }
    await expectRefusal(ask(sign({}, { ...own, key: asPss })))
  })
  test('signed without a private key, for a key of small order that an earlier version stored', async () => {
    const own = await createKeyClient(world.owner, { algorithm: 'EdDSA' })
    const spki = Buffer.from(`302a300506032b657003210001${'00'.repeat(31)}`, 'hex')
    await world.owner.query('UPDATE client_key SET public_key = $1 WHERE id = $2', [spki, own.keyId])
    const [header, claims] = (await sign({}, own)).split('.')
    const signature = Buffer.from(`01${'00'.repeat(63)}`, 'hex')
    const forged = `${header}.${claims}.${base64url.encode(signature)}`
    expect(
      verify(
        null,
        Buffer.from(`${header}.${claims}`),
        createPublicKey({ key: spki, format: 'der', type: 'spki' }),
        signature,
      ),
    ).toBe(true)
    await expectRefusal(ask(forged))
  })

  test('changed after it was signed, or no assertion at all', async () => {
    const [header, , signature] = (await sign()).split('.')
    const other = base64url.encode(
      JSON.stringify({
        iss: client.clientId,
        sub: client.clientId,
        aud: auth,
        exp: secondsFromNow(60),
        jti: 'a',
      }),
    )
    await expectRefusal(ask(`${header}.${other}.${signature}`))
    for (const text of ['x', 'a.b.c', '..', 'é'])
      await expectRefusal(ask(text, { client_id: client.clientId }))
  })
  test("another client's key, an unknown client, the other environment, no approval", async () => {
    const other = await createKeyClient(world.owner)
    await expectRefusal(ask(sign({}, { ...client, key: other.key })))
    const unknown = client.clientId.replace(/.{8}$/, 'AAAAAAAA')
    await expectRefusal(ask(sign({}, { ...client, clientId: unknown })))
    await expectRefusal(ask(sign({}, await createKeyClient(world.owner, { environment: 'production' }))))
    await expectRefusal(ask(sign({}, await createKeyClient(world.owner, { state: 'deleted' }))))
  })
  test('an assertion for an application with a secret, and a secret for one with keys', async () => {
    const withSecret: Client = await createClient(world.owner)
    const key = await createKey()
    await addKey(world.owner, withSecret.applicationId, key)
    await expectRefusal(ask(sign({}, { clientId: withSecret.clientId, key })))
    // As a portal of the previous version could make one.
    const { clientSecret } = await issueSecret(world.owner, client.applicationId, 'sandbox')
    const body = { grant_type: 'client_credentials', client_id: client.clientId, client_secret: clientSecret }
    await expectRefusal(post(new URLSearchParams(body)))
  })
})

describe('used once', () => {
  test('on all gateways, also at the same time', async () => {
    const assertions = await Promise.all(Array.from({ length: 10 }, () => sign()))
    const asked = assertions.flatMap((assertion) =>
      [gateway, second, gateway, second].map((at) => post(assertionBody(assertion), {}, at)),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 401)).toHaveLength(30)
  })
  test('per client: the same jti of another is another', async () => {
    const other = await createKeyClient(world.owner)
    const claims = { jti: newId() }
    expect((await ask(sign({ claims }))).status).toBe(200)
    expect((await ask(sign({ claims }, other))).status).toBe(200)
    await expectRefusal(ask(sign({ claims })))
  })
  test('kept until it would be refused as expired; a refused assertion is not used up', async () => {
    // Until the end of its last second, and some more: it is checked before it is used up.
    const claims = { jti: newId(), exp: secondsFromNow(200) + 0.5 }
    await expectRefusal(ask(sign({ claims: { ...claims, aud: 'other' } })))
    const began = secondsFromNow(0)
    expect((await ask(sign({ claims }))).status).toBe(200)
    const { rows } = await world.owner.query(
      `SELECT extract(epoch FROM max(expires_at))::int AS until FROM single_use WHERE expires_at > now() + interval '199 s'
         AND expires_at < to_timestamp($1) + interval '220 s'`,
      [began],
    )
    expect(rows[0].until).toBeGreaterThanOrEqual(Math.ceil(claims.exp) + 10 + 5)
  })
  test('decided after the suspension, which is decided after the credentials', async () => {
    const own = await createKeyClient(world.owner, { state: 'suspended' })
    const claims = { jti: newId() }
    await expectRefusal(ask(sign({ claims: { ...claims, aud: 'other' } }, own)))
    for (let time = 0; time < 2; time++) {
      const { status, body } = await ask(sign({ claims }, own))
      expect([status, body.error]).toEqual([400, 'unauthorized_client'])
    }
    await world.owner.query(`UPDATE application SET state = 'active' WHERE id = $1`, [own.applicationId])
    expect((await ask(sign({ claims }, own))).status).toBe(200)
    await expectRefusal(ask(sign({ claims }, own)))
  })
  test('a jti that was used is a 401 for the owner to see', async () => {
    const own = await createKeyClient(world.owner)
    const busy = await world.start()
    const body = assertionBody(await sign({}, own))
    await post(body, {}, busy)
    await post(body, {}, busy)
    await busy.close()
    const { rows } = await world.owner.query(
      'SELECT hint FROM recent_call WHERE application_id = $1 AND status = 401',
      [own.applicationId],
    )
    expect(rows).toEqual([{ hint: 'assertion_used' }])
  })
})
