import { createHmac } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { lowerRole, makeBreakGlass, unlinkDeveloper } from '@/lib/developers/roles'
import { changePassword, requestPasswordReset, resetPassword } from '@/lib/identity/password-change'
import { forgetFailures } from '@/lib/identity/provider-fetch'
import { findSession, type SessionClaims } from '@/lib/identity/session'
import { unlinkIdentity } from '@/lib/identity/unlink-identity'
import { newId } from '@/lib/ids'
import { refused } from '@/lib/result'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { holdLocks, untilBlocked } from '@/test/blocked'
import {
  enterPassword,
  goodPassword,
  inSession,
  listActions,
  openSession,
  otherPassword,
  signUpDeveloper,
  someEmail,
  stranger,
} from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { type Person, providerClient, TestProvider } from '@/test/identity-provider'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { ProviderBrowser } from '@/test/provider-browser'
import { createSubmitted } from '@/test/validation'
import { POST as backChannelLogout } from './back-channel-logout/route'
import { GET as callback } from './callback/route'
import { GET as confirm } from './confirm/route'
import { POST as link } from './link/route'
import { GET as signIn } from './sign-in/route'
import { GET as signOutThere } from './sign-out/route'

vi.mock('next-auth', async (original) => ({
  ...(await original<object>()),
  ...(await import('@/test/provider-browser')).browserModules['next-auth'],
}))
vi.mock('next/headers', async () => (await import('@/test/provider-browser')).browserModules['next/headers'])
vi.mock(
  'next-intl/server',
  async () => (await import('@/test/provider-browser')).browserModules['next-intl/server'],
)

const portal = 'http://localhost:3000'
const provider = new TestProvider()
const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })
let browser: ProviderBrowser

beforeAll(async () => {
  await provider.start(portal)
  Object.assign(process.env, {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: providerClient.id,
    OIDC_CLIENT_SECRET: providerClient.secret,
    OIDC_NAME: 'Example ID',
    OIDC_REVIEWER_VALUES: 'checkers, vérificateurs',
    OIDC_ADMINISTRATOR_VALUES: 'bosses',
  })
  readSettingsAgain()
})

afterAll(async () => {
  for (const name of Object.keys(process.env)) if (/^(OIDC_|STAFF_)/.test(name)) delete process.env[name]
  readSettingsAgain()
  await provider.stop()
})

beforeEach(() => {
  browser = new ProviderBrowser()
  Object.assign(provider, { forge: undefined, away: false, calls: [], published: [] })
  forgetFailures()
})

afterEach(() => {
  delete process.env.STAFF_PASSWORDS
  readSettingsAgain()
})

function readSettingsAgain() {
  delete (globalThis as { guichetSettings?: object }).guichetSettings
}

function newPerson(more: Partial<Person> = {}): Person {
  return { sub: newId(), email: someEmail(), email_verified: true, groups: [], ...more }
}

/** Goes to the provider, signs in there as this person, and returns to the portal. */
async function goAs(person: Person, from = browser): Promise<string> {
  return comeBack(await leaveAs(person, from), from)
}

async function leaveAs(person: Person, from = browser): Promise<string> {
  provider.person = person
  const start = await from.visit(signIn, '/oidc/sign-in?next=/docs')
  expect(start.status).toBe(303)
  return from.authenticate(start.headers.get('location') ?? '')
}

async function comeBack(url: string, from = browser): Promise<string> {
  const response = await from.visit(callback, url)
  expect(response.status).toBe(303)
  return (response.headers.get('location') ?? '').replace(portal, '')
}

const refusal = (reason: string) => `/sign-in?next=%2Fdocs&refused=${reason}`
const claimsOf = (url: string) => JSON.parse(Buffer.from(url.split('.')[1] ?? '', 'base64url').toString())

function findByEmail(email = '') {
  return database().developer.findUniqueOrThrow({
    where: { email },
    include: { identities: true, sessions: true },
  })
}

function sessionOf(from = browser): Promise<SessionClaims | null> {
  return from.run(async () => {
    const { browserModules } = await import('@/test/provider-browser')
    const options = { callbacks: { session: (given: object) => (given as { token: SessionClaims }).token } }
    return (await browserModules['next-auth'].getServerSession(options as never)) as SessionClaims | null
  })
}

async function isSignedIn(from = browser): Promise<boolean> {
  const claims = await sessionOf(from)
  return claims?.sessionId ? (await findSession(claims)) !== null : false
}

describe('signing in', () => {
  test('a new person with a verified address gets an account, with the role of the claim', async () => {
    const person = newPerson({ groups: ['all', 'checkers'] })
    expect(await goAs(person)).toBe('/docs')
    const developer = await findByEmail(person.email)
    expect(developer).toMatchObject({ role: 'reviewer', passwordHash: null, locale: 'en' })
    expect(developer.identities).toMatchObject([{ issuer: `${provider.issuer}/`, subject: person.sub }])
    expect(await isSignedIn()).toBe(true)
    expect(await listActions(developer.id)).toEqual([
      'developer.activated',
      'developer.role_followed_provider',
    ])
  })

  // ASVS 10.1.2, 10.2.1
  test('asks with PKCE, a state and a nonce that are new each time', async () => {
    const asked: URLSearchParams[] = []
    for (let round = 0; round < 2; round++) {
      await leaveAs(newPerson())
      asked.push(provider.asked)
    }
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const values = asked.map((each) => each.get(name) ?? '')
      expect(new Set(values).size, name).toBe(2)
      expect(values[0]?.length, name).toBeGreaterThanOrEqual(43)
    }
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${portal}/oidc/callback`,
    })
    expect(asked[0]?.get('prompt')).toBeNull()
  })

  test('the role follows the claim at every sign-in, and earlier sessions and claims on submissions end', async () => {
    const person = newPerson({ groups: ['vérificateurs'] })
    await goAs(person)
    const { id } = await findByEmail(person.email)
    const first = await sessionOf()
    const { submissionId } = await createSubmitted(sql, {
      owner: { id: (await createDeveloper()).id, role: 'developer' },
    })
    await sql.query(
      `UPDATE submission SET claimed_by_id = $2, claimed_until = now() + interval '9 min' WHERE id = $1`,
      [submissionId, id],
    )
    expect(await goAs({ ...person, groups: ['others'] }, new ProviderBrowser())).toBe('/docs')
    expect(await findByEmail(person.email)).toMatchObject({ role: 'developer' })
    expect(first && (await findSession(first))).toBeNull()
    const { rows } = await sql.query('SELECT claimed_by_id FROM submission WHERE id = $1', [submissionId])
    expect(rows).toEqual([{ claimed_by_id: null }])
    expect(await goAs({ ...person, groups: undefined }, new ProviderBrowser())).toBe('/docs')
    await goAs({ ...person, groups: ['checkers', 'bosses'] }, new ProviderBrowser())
    expect(await findByEmail(person.email)).toMatchObject({ role: 'administrator' })
  })

  test('the last administrator is not lowered, and does not get in', async () => {
    await sql.query(`UPDATE developer SET role = 'developer' WHERE false`)
    const person = newPerson({ groups: ['bosses'] })
    await goAs(person)
    const { id } = await findByEmail(person.email)
    const others = await database().developer.findMany({ where: { role: 'administrator', id: { not: id } } })
    for (const other of others)
      await database().developer.update({ where: { id: other.id }, data: { suspendedAt: new Date() } })
    expect(await goAs({ ...person, groups: [] }, new ProviderBrowser())).toBe(refusal('last_administrator'))
    await createDeveloper({ role: 'administrator' })
    expect(await goAs({ ...person, groups: [] }, new ProviderBrowser())).toBe('/docs')
  })

  test('reviewers need no second factor of the portal, but those who signed in with a password do', async () => {
    const person = newPerson({ groups: ['checkers'] })
    await goAs(person)
    const { requireReviewer } = await import('@/app/_request/session')
    expect(await browser.run(requireReviewer)).toMatchObject({ role: 'reviewer', byProvider: true })
    const { id } = await findByEmail(person.email)
    await sql.query('UPDATE developer SET role_by_claim = false WHERE id = $1', [id])
    const { setSessionCookie } = await import('@/app/_request/session-cookie')
    await browser.run(async () => setSessionCookie(await openSession(id)))
    await expect(browser.run(requireReviewer)).rejects.toThrow('NEXT_REDIRECT')
  })

  // ASVS 10.5.2
  test('an address of an existing account opens nothing', async () => {
    const account = await signUpDeveloper()
    for (const email_verified of [true, false])
      expect(await goAs(newPerson({ email: account.email, email_verified }))).toBe(refusal('address_taken'))
    expect(await goAs(newPerson({ email: account.email.toUpperCase() }))).toBe(refusal('address_taken'))
    expect(await isSignedIn()).toBe(false)
    expect((await findByEmail(account.email)).identities).toEqual([])
  })

  test('an invited or suspended account that was never activated is not taken over, a mere sign-up is', async () => {
    const email = someEmail()
    const { id } = await createDeveloper({ email, role: 'administrator', activated: false })
    expect(await goAs(newPerson({ email }))).toBe(refusal('address_taken'))
    await sql.query(`UPDATE developer SET role = 'developer', suspended_at = now() WHERE id = $1`, [id])
    expect(await goAs(newPerson({ email }))).toBe(refusal('address_taken'))
    await sql.query('UPDATE developer SET suspended_at = NULL WHERE id = $1', [id])
    expect(await goAs(newPerson({ email }))).toBe('/docs')
    expect((await findByEmail(email)).id).toBe(id)
  })

  test.each([
    ['unverified', { email_verified: false }],
    ['not said to be verified', { email_verified: undefined }],
    ['missing', { email: undefined }],
    ['with letters that only look Latin', { email: 'аwa@example.com' }],
  ])('an address that is %s gets no account', async (_how, more) => {
    expect(await goAs(newPerson(more))).toBe(refusal('address_unverified'))
  })

  test('who they are does not depend on their address', async () => {
    const person = newPerson()
    await goAs(person)
    const { id } = await findByEmail(person.email)
    await goAs({ ...person, email: someEmail() }, new ProviderBrowser())
    expect((await findByEmail(person.email)).sessions.length).toBe(2)
    expect((await findByEmail(person.email)).id).toBe(id)
  })

  test('a suspended account stays suspended', async () => {
    const person = newPerson()
    await goAs(person)
    await database().developer.update({ where: { email: person.email }, data: { suspendedAt: new Date() } })
    expect(await goAs(person, new ProviderBrowser())).toBe(refusal('suspended'))
  })

  test('a person who comes back twice at the same moment gets one account', async () => {
    const person = newPerson()
    const browsers = [browser, new ProviderBrowser()]
    const urls = []
    for (const each of browsers) urls.push(await leaveAs(person, each))
    const ends = await Promise.all(urls.map((url, index) => comeBack(url, browsers[index])))
    expect(ends).toEqual(['/docs', '/docs'])
    expect((await findByEmail(person.email)).identities.length).toBe(1)
  })

  test('a person whose account is made between the look for them and for their address gets that account', async () => {
    const person = newPerson()
    const url = await leaveAs(person)
    const id = newId()
    // As the other browser does, in one transaction.
    const finish = await holdLocks(sql, 'LOCK TABLE developer IN ACCESS EXCLUSIVE MODE')
    const back = comeBack(url)
    await untilBlocked(sql, 1)
    await finish(
      `INSERT INTO developer (id, email, activated_at) VALUES ('${id}', '${person.email}', now());
       INSERT INTO sign_in_identity (id, developer_id, issuer, subject)
       VALUES ('${newId()}', '${id}', '${new URL(provider.issuer).href}', '${person.sub}')`,
    )
    expect(await back).toBe('/docs')
  })

  test('the session in the browser ends, and there is none of a provider that is no longer configured', async () => {
    await goAs(newPerson())
    const before = await sessionOf()
    await goAs(newPerson())
    expect(before && (await findSession(before))).toBeNull()
    const now = await sessionOf()
    process.env.OIDC_ISSUER = 'https://other.example'
    readSettingsAgain()
    expect(now && (await findSession(now))).toBeNull()
    process.env.OIDC_ISSUER = provider.issuer
  })
})

describe('the way back', () => {
  test('leads nowhere twice, and asks the provider only once', async () => {
    const url = await leaveAs(newPerson())
    const kept = browser.jar.get('guichet.oidc') ?? ''
    expect(await comeBack(url)).toBe('/docs')
    provider.calls = []
    expect(await comeBack(url)).toBe('/sign-in?refused=expired')
    browser.jar.set('guichet.oidc', kept)
    expect(await comeBack(url)).toBe(refusal('expired'))
    expect(provider.calls).toEqual([])
  })

  test('is for the browser that left, for ten minutes', async () => {
    const url = await leaveAs(newPerson())
    expect(await comeBack(url, new ProviderBrowser())).toBe('/sign-in?refused=expired')
    const other = new ProviderBrowser()
    await leaveAs(newPerson(), other)
    provider.calls = []
    expect(await comeBack(url, other)).toBe(refusal('expired'))
    expect(await comeBack(`${url}&state=again`)).toBe(refusal('expired'))
    const late = await leaveAs(newPerson())
    setClock(new Date(Date.now() + 601_000))
    expect(await comeBack(late)).toMatch(/refused=expired$/)
    expect(provider.calls).toEqual([])
  })

  test('says so when the person declined, or the provider is out of order', async () => {
    for (const [error, reason] of Object.entries({
      access_denied: 'cancelled',
      temporarily_unavailable: 'unavailable',
      invalid_scope: 'rejected',
    })) {
      const state = new URL(await leaveAs(newPerson())).searchParams.get('state')
      const iss = encodeURIComponent(provider.issuer)
      const url = `${portal}/oidc/callback?error=${error}&state=${state}&iss=${iss}`
      expect(await comeBack(url)).toBe(refusal(reason))
    }
  })

  // ASVS 10.2.2
  test('is refused from another issuer, or with an invented code', async () => {
    const url = new URL(await leaveAs(newPerson()))
    url.searchParams.set('iss', 'https://evil.example')
    expect(await comeBack(url.href)).toBe(refusal('rejected'))
    const invented = new URL(await leaveAs(newPerson()))
    invented.searchParams.set('code', 'invented')
    expect(await comeBack(invented.href)).toBe(refusal('rejected'))
  })

  test('is slowed down for an address from which it keeps failing, before the provider is asked', {
    tags: 'slow',
  }, async () => {
    browser.address = '203.0.113.7'
    const fail = async () => {
      const url = new URL(await leaveAs(newPerson()))
      url.searchParams.set('code', 'invented')
      return comeBack(url.href)
    }
    for (let count = 0; count < 20; count++) expect(await fail()).toBe(refusal('rejected'))
    await fail()
    provider.calls = []
    expect(await fail()).toBe(refusal('throttled'))
    expect(provider.calls).toEqual([])
  })
})

// ASVS 9.1.2, 9.1.3, 10.5.1, 10.5.3, 10.5.4
describe('an ID token is refused', () => {
  const seconds = () => Math.floor(Date.now() / 1000)
  const signed = (change: JWTPayload) => async (claims: JWTPayload) => provider.sign({ ...claims, ...change })

  test.each<[string, NonNullable<TestProvider['forge']>]>([
    ['when it has expired', (claims) => signed({ exp: seconds() - 31 })(claims)],
    ['from another issuer', (claims) => signed({ iss: 'https://evil.example' })(claims)],
    ['for another client', (claims) => signed({ aud: 'another' })(claims)],
    ['for others too', (claims) => signed({ aud: ['guichet', 'another'], azp: 'guichet' })(claims)],
    ['for another authorized party', (claims) => signed({ azp: 'another' })(claims)],
    ['with another nonce', (claims) => signed({ nonce: 'another' })(claims)],
    ['without a nonce', (claims) => signed({ nonce: undefined })(claims)],
    ['without an expiry', (claims) => signed({ exp: undefined })(claims)],
    ['without a subject', (claims) => signed({ sub: undefined })(claims)],
    ['with a subject of control characters', (claims) => signed({ sub: 'a\u0000b' })(claims)],
    ['from the future', (claims) => signed({ iat: seconds() + 60, exp: seconds() + 600 })(claims)],
    ['from before it was asked for', (claims) => signed({ iat: seconds() - 60 })(claims)],
    ['before it is valid', (claims) => signed({ nbf: seconds() + 60 })(claims)],
    ['without a signature', async (claims) => new UnsecuredJWT(claims).encode()],
    [
      'signed with the public key as a shared secret',
      async (claims, { publicKey }) => {
        const spki = new TextEncoder().encode(await exportSPKI(publicKey))
        return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'test' }).sign(spki)
      },
    ],
    [
      'signed with our secret',
      async (claims) => {
        const head = Buffer.from(JSON.stringify({ alg: 'HS256' })).toString('base64url')
        const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
        const mac = createHmac('sha256', providerClient.secret).update(`${head}.${body}`).digest('base64url')
        return `${head}.${body}.${mac}`
      },
    ],
    [
      'when it was changed after it was signed',
      async (claims) => {
        const [head, , signature] = (await provider.sign(claims)).split('.')
        const body = Buffer.from(JSON.stringify({ ...claims, groups: ['bosses'] })).toString('base64url')
        return `${head}.${body}.${signature}`
      },
    ],
    ['signed with another key', async (claims) => otherKey(claims)],
    ['that is none', async () => 'nonsense'],
  ])('%s', async (_how, forge) => {
    const person = newPerson()
    const url = await leaveAs(person)
    provider.forge = forge
    expect(await comeBack(url)).toBe(refusal('rejected'))
    expect(await isSignedIn()).toBe(false)
    expect(await database().developer.count({ where: { email: person.email } })).toBe(0)
  })

  test('but clocks may differ by half a minute', async () => {
    const url = await leaveAs(newPerson())
    provider.forge = (claims) => signed({ iat: seconds() + 20, exp: seconds() - 20 })(claims)
    expect(await comeBack(url)).toBe('/docs')
  })

  test('and accepted with a key that the provider published a moment ago', async () => {
    await goAs(newPerson())
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const header = { alg: 'RS256', kid: 'next' }
    provider.published = [{ ...(await exportJWK(publicKey)), ...header, use: 'sig' }]
    const url = await leaveAs(newPerson())
    provider.forge = (claims) => new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
    expect(await comeBack(url)).toBe('/docs')
  })

  test('which counts, where it and the UserInfo endpoint both speak', async () => {
    const person = newPerson({ groups: ['bosses'] })
    const url = await leaveAs(person)
    provider.forge = (claims) => signed({ email: person.email, email_verified: false })(claims)
    expect(await comeBack(url)).toBe(refusal('address_unverified'))
  })

  async function otherKey(claims: JWTPayload) {
    const other = new TestProvider()
    await other.start(portal)
    const token = await other.sign(claims)
    await other.stop()
    return token
  }
})

describe('linking', () => {
  async function signInHere(confirmedAt: Date | null = new Date()) {
    const account = await signUpDeveloper()
    const { setSessionCookie } = await import('@/app/_request/session-cookie')
    const session = await openSession(account.id, { confirmedAt })
    await browser.run(() => setSessionCookie(session))
    return account
  }

  async function leaveToLink(person: Person): Promise<string> {
    provider.person = person
    const html = await (await browser.visit(link, '/oidc/link')).text()
    const start = /url=([^"]+)"/.exec(html)?.[1] ?? ''
    return browser.authenticate(start.replaceAll('&#38;', '&'))
  }

  test('needs a confirmation, then opens the account to that person', async () => {
    const account = await signInHere(null)
    const response = await browser.visit(link, '/oidc/link')
    expect(response.headers.get('location')).toBe(`${portal}/confirm?next=%2Faccount%2Fsecurity%23identity`)
    await sql.query('UPDATE session SET confirmed_at = now() WHERE developer_id = $1', [account.id])
    const person = newPerson({ email: account.email, groups: ['checkers'] })
    expect(await comeBack(await leaveToLink(person))).toBe('/account/security?done=identity#identity')
    expect(provider.asked.get('prompt')).toBe('login')
    expect(await listActions(account.id)).toContain('developer.identity_linked')
    expect((await readOutbox(account.email)).at(-1)).toMatchObject({
      template: 'identity-linked',
      props: { provider: 'Example ID' },
    })
    expect(await goAs(person, new ProviderBrowser())).toBe('/docs')
    expect(await findByEmail(account.email)).toMatchObject({ id: account.id, role: 'reviewer' })
  })

  test('ends where it began: not in another session, nor when no one is signed in any more', async () => {
    const account = await signInHere()
    const url = await leaveToLink(newPerson())
    const { setSessionCookie } = await import('@/app/_request/session-cookie')
    const other = await signUpDeveloper()
    await browser.run(() => setSessionCookie(other.session))
    expect(await comeBack(url)).toBe('/sign-in?next=%2Faccount%2Fsecurity%23identity&refused=session')
    await signInHere()
    const again = await leaveToLink(newPerson())
    browser.jar.delete('next-auth.session-token')
    expect(await comeBack(again)).toMatch(/refused=session$/)
    expect(
      await database().signInIdentity.count({ where: { developerId: { in: [account.id, other.id] } } }),
    ).toBe(0)
  })

  test('is refused for a person who is linked already, and for an account that has one', async () => {
    const person = newPerson()
    await goAs(person)
    await signInHere()
    expect(await comeBack(await leaveToLink(person))).toBe('/account/security?refused=linked#identity')
    const own = newPerson()
    expect(await comeBack(await leaveToLink(own))).toBe('/account/security?done=identity#identity')
    expect(await comeBack(await leaveToLink(newPerson()))).toBe('/account/security?refused=linked#identity')
  })

  test('of a break-glass account is e-mailed to all administrators, as its sign-ins are', async () => {
    const account = await signInHere()
    const other = await createDeveloper({ role: 'administrator' })
    const reports = async () =>
      (await readOutbox(other.email)).filter(({ props }) => props.personEmail === account.email)
    await sql.query(`UPDATE developer SET role = 'administrator', break_glass = true WHERE id = $1`, [
      account.id,
    ])
    process.env.STAFF_PASSWORDS = 'break-glass'
    readSettingsAgain()
    const person = newPerson()
    expect(await comeBack(await leaveToLink(person))).toBe('/account/security?done=identity#identity')
    expect(await reports()).toMatchObject([
      { template: 'break-glass-linked', props: { provider: 'Example ID' } },
    ])
    expect(await goAs(person, new ProviderBrowser())).toBe('/docs')
    expect(await reports()).toMatchObject([{}, { template: 'break-glass-sign-in' }])
    expect(await findByEmail(account.email)).toMatchObject({ role: 'administrator', roleByClaim: false })
  })

  const unlink = async (id: string) => {
    const session = await openSession(id, { confirmedAt: new Date() })
    return executeAs(inSession({ id, role: 'developer' }, session.sessionId), unlinkIdentity)
  }

  test('can be undone: the person opens the account no more, and their sessions end', async () => {
    const account = await signInHere()
    const person = newPerson({ email: account.email })
    await comeBack(await leaveToLink(person))
    const there = new ProviderBrowser()
    await goAs(person, there)
    expect(await isSignedIn(there)).toBe(true)
    expect(await unlink(account.id)).toEqual({ ok: true, value: undefined })
    expect(await isSignedIn(there)).toBe(false)
    expect(await goAs(person, new ProviderBrowser())).toBe(refusal('address_taken'))
    const signedIn = await enterPassword({ email: account.email, password: goodPassword })
    expect(signedIn.ok).toBe(true)
    expect(await listActions(account.id)).toContain('developer.identity_unlinked')
    expect((await readOutbox(account.email)).map(({ template }) => template)).toContain('identity-unlinked')
    expect(await unlink(account.id)).toEqual(refused('not_linked'))
  })

  test('can be undone while the person is coming back, who is then refused', async () => {
    const account = await signInHere()
    const person = newPerson({ email: account.email })
    await comeBack(await leaveToLink(person))
    const there = new ProviderBrowser()
    const url = await leaveAs(person, there)
    const commit = await holdLocks(
      sql,
      `WITH locked AS (SELECT id FROM developer WHERE id = $1 FOR NO KEY UPDATE)
       DELETE FROM sign_in_identity USING locked WHERE developer_id = locked.id`,
      [account.id],
    )
    const back = comeBack(url, there)
    await untilBlocked(sql, 1)
    await commit()
    expect(await back).toBe(refusal('address_taken'))
  })

  test('cannot be undone where it is the only way to sign in', async () => {
    const person = newPerson()
    await goAs(person)
    const { id } = await findByEmail(person.email)
    expect(await unlink(id)).toEqual(refused('only_way'))
    await database().developer.update({ where: { id }, data: { passwordHash: 'some', role: 'reviewer' } })
    process.env.STAFF_PASSWORDS = 'break-glass'
    readSettingsAgain()
    expect(await unlink(id)).toEqual(refused('only_way'))
    expect((await findByEmail(person.email)).identities).toHaveLength(1)
    delete process.env.STAFF_PASSWORDS
    readSettingsAgain()
    expect((await unlink(id)).ok).toBe(true)
  })

  test('sends a stranger to sign in', async () => {
    const response = await browser.visit(link, '/oidc/link')
    expect(response.headers.get('location')).toBe(`${portal}/sign-in?next=%2Faccount%2Fsecurity%23identity`)
  })
})

describe('a role that came from the claim', () => {
  async function staff(groups = ['checkers']) {
    const person = newPerson({ groups })
    await goAs(person, new ProviderBrowser())
    return { person, ...(await findByEmail(person.email)) }
  }
  const givePassword = async (id: string) => {
    const { hashPassword } = await import('@/lib/identity/password')
    const data = { passwordHash: await hashPassword(goodPassword) }
    await database().developer.update({ where: { id }, data })
  }

  test('is held only in sessions that the provider opened, and returns with the next one', async () => {
    const { id, email, person } = await staff()
    await givePassword(id)
    const signedIn = await enterPassword({ email, password: goodPassword })
    expect(signedIn).toMatchObject({ ok: true, value: { role: 'developer' } })
    const day = 24 * 3600 * 1000
    const byPassword = signedIn.ok && (await findSession(signedIn.value))
    expect(byPassword).toMatchObject({ role: 'developer', byProvider: false })
    expect(signedIn.ok && signedIn.value.expiresAt.getTime() > Date.now() + 6 * day).toBe(true)
    expect(await findByEmail(email)).toMatchObject({ role: 'reviewer', roleByClaim: true })
    await goAs(person)
    expect(await findSession((await sessionOf()) as SessionClaims)).toMatchObject({ role: 'reviewer' })
    await goAs({ ...person, groups: [] }, new ProviderBrowser())
    expect(await findByEmail(email)).toMatchObject({ role: 'developer', roleByClaim: false })
  })

  test('keeps the account from setting, changing or resetting a password while it is linked', async () => {
    const { id, email } = await staff()
    await executeAs(stranger, requestPasswordReset, { input: { email, intent: 'resend' } })
    expect((await readOutbox(email)).map(({ template }) => template)).not.toContain('password-reset')
    await sql.query(`UPDATE developer SET role = 'developer' WHERE id = $1`, [id])
    await executeAs(stranger, requestPasswordReset, { input: { email, intent: 'resend' } })
    const link = await lastLink(email)
    await sql.query(`UPDATE developer SET role = 'reviewer', role_by_claim = true WHERE id = $1`, [id])
    const reset = { link, password: otherPassword }
    expect(await executeAs(stranger, resetPassword, { input: reset })).toEqual(refused('unusable_link'))
    await givePassword(id)
    const { sessionId } = await openSession(id)
    const change = { currentPassword: goodPassword, newPassword: otherPassword }
    const current = inSession({ id, role: 'developer' }, sessionId)
    expect(await executeAs(current, changePassword, { input: change })).toMatchObject({
      ok: false,
    })
    const { role, ...owner } = { id, role: 'developer' } as const
    const own = await openSession(id, { confirmedAt: new Date() })
    expect(await executeAs(inSession({ ...owner, role }, own.sessionId), unlinkIdentity)).toEqual(
      refused('role_by_claim'),
    )
  })

  test('goes when an administrator unlinks it, and the account can have a password again', async () => {
    const administrator = await createDeveloper({ role: 'administrator' })
    const actor = { id: administrator.id, role: 'administrator' } as const
    const { id, email, person } = await staff(['bosses'])
    expect(await executeAs(actor, unlinkDeveloper, { target: administrator.id })).toEqual(
      refused('own_identity'),
    )
    expect(await executeAs(actor, unlinkDeveloper, { target: newId() })).toEqual(refused('not_found'))
    expect(await executeAs(actor, unlinkDeveloper, { target: id })).toEqual({ ok: true, value: undefined })
    expect(await isSignedIn()).toBe(false)
    expect(await executeAs(actor, unlinkDeveloper, { target: id })).toEqual(refused('not_linked'))
    expect(await findByEmail(email)).toMatchObject({ role: 'developer', roleByClaim: false, identities: [] })
    expect((await readOutbox(email)).at(-1)).toMatchObject({ template: 'identity-unlinked' })
    expect(await listActions(id)).toContain('developer.identity_removed')
    expect(await goAs(person, new ProviderBrowser())).toBe(refusal('address_taken'))
    await executeAs(stranger, requestPasswordReset, { input: { email, intent: 'resend' } })
    expect(
      (
        await executeAs(stranger, resetPassword, {
          input: { link: await lastLink(email), password: otherPassword },
        })
      ).ok,
    ).toBe(true)
    const signedIn = await enterPassword({ email, password: otherPassword })
    expect(signedIn).toMatchObject({ ok: true, value: { role: 'developer' } })
  })

  test('is not that of someone who was invited by e-mail and linked later', async () => {
    const person = newPerson({ groups: ['checkers'] })
    await goAs({ ...person, groups: [] }, new ProviderBrowser())
    const { id } = await findByEmail(person.email)
    await sql.query(`UPDATE developer SET role = 'reviewer' WHERE id = $1`, [id])
    await goAs(person)
    expect(await findByEmail(person.email)).toMatchObject({ role: 'reviewer', roleByClaim: false })
    expect(await findSession(await openSession(id))).toMatchObject({ role: 'reviewer' })
  })

  test('is the operator’s once the account is a break-glass one, and stays the claim’s when lowered', async () => {
    const administrator = await createDeveloper({ role: 'administrator' })
    const lowered = await staff(['bosses'])
    await executeAs({ id: administrator.id, role: 'administrator' }, lowerRole, {
      target: lowered.id,
      input: { role: 'reviewer' },
    })
    expect(await findByEmail(lowered.email)).toMatchObject({ role: 'reviewer', roleByClaim: true })
    const { email } = await staff()
    const operator = { id: null, role: 'system', operator: 'root' } as const
    expect((await executeAs(operator, makeBreakGlass, { input: { email, role: 'reviewer' } })).ok).toBe(true)
    expect(await findByEmail(email)).toMatchObject({ role: 'reviewer', roleByClaim: false })
  })
})

describe('a confirmation', () => {
  async function leaveToConfirm(person: Person): Promise<string> {
    provider.person = person
    const response = await browser.visit(confirm, '/oidc/confirm?next=/account')
    return browser.authenticate(response.headers.get('location') ?? '')
  }

  test('asks the provider to authenticate again, and gives the session another id', async () => {
    const person = newPerson()
    await goAs(person)
    const before = await sessionOf()
    expect(await comeBack(await leaveToConfirm(person))).toBe('/account')
    expect(Object.fromEntries(provider.asked)).toMatchObject({ prompt: 'login', max_age: '0' })
    const after = await sessionOf()
    expect(after?.sessionId).not.toBe(before?.sessionId)
    expect(before && (await findSession(before))).toBeNull()
    const session = after && (await findSession(after))
    expect(session).toMatchObject({ byProvider: true, confirmedAt: expect.any(Date) })
  })

  test.each([
    ['more than a minute ago', (startedAt: number) => startedAt - 61],
    ['in the future', (startedAt: number) => startedAt + 45],
    ['as a text', (startedAt: number) => String(startedAt)],
    ['at an unknown time', () => undefined],
  ])('is refused when the person authenticated %s', async (_when, at) => {
    const person = newPerson()
    await goAs(person)
    const url = await leaveToConfirm(person)
    const startedAt = Math.floor(Date.now() / 1000)
    provider.forge = (claims) => provider.sign({ ...claims, auth_time: at(startedAt) })
    expect(await comeBack(url)).toBe('/confirm?next=%2Faccount&refused=rejected')
    expect(
      await browser.run(async () => (await sessionOf()) && findSession((await sessionOf()) as SessionClaims)),
    ).toMatchObject({
      confirmedAt: null,
    })
  })

  test('is refused for another person, and after the session has ended', async () => {
    const person = newPerson()
    await goAs(person)
    const url = await leaveToConfirm(newPerson())
    expect(await comeBack(url)).toBe('/confirm?next=%2Faccount&refused=other_person')
    const again = await leaveToConfirm(person)
    await database().session.updateMany({ data: { revokedAt: new Date() } })
    expect(await comeBack(again)).toBe('/sign-in?next=%2Faccount&refused=session')
  })

  test('of such a session is not possible by password', async () => {
    const person = newPerson()
    await goAs(person)
    const { hashPassword } = await import('@/lib/identity/password')
    const { reauthenticate } = await import('@/lib/identity/reauthentication')
    const { goodPassword } = await import('@/test/developers')
    const developer = await database().developer.update({
      where: { email: person.email },
      data: { passwordHash: await hashPassword(goodPassword) },
    })
    const sessionId = (await sessionOf())?.sessionId ?? ''
    const owner = { id: developer.id, role: 'developer' } as const
    const proof = { password: goodPassword, code: '' }
    expect(await executeAs(inSession(owner, sessionId), reauthenticate, { input: proof })).toEqual(
      refused('wrong'),
    )
  })
})

describe('while the provider is away', () => {
  test('its button leads back to the sign-in page, which says so, and it is called at most once in five seconds', async () => {
    process.env.OIDC_CLIENT_ID = 'never-seen'
    readSettingsAgain()
    provider.away = true
    for (let count = 0; count < 3; count++) {
      const response = await browser.visit(signIn, '/oidc/sign-in?next=/docs')
      expect(response.headers.get('location')).toBe(`${portal}${refusal('unavailable')}`)
    }
    process.env.OIDC_CLIENT_ID = providerClient.id
    readSettingsAgain()
  })

  test('a return is refused, and may be tried again from the start', async () => {
    const url = await leaveAs(newPerson())
    provider.away = true
    expect(await comeBack(url)).toBe(refusal('unavailable'))
  })

  test('a response that is too large counts as none', async () => {
    const url = await leaveAs(newPerson())
    provider.forge = async () => 'x'.repeat(600_000)
    expect(await comeBack(url)).toBe(refusal('unavailable'))
  })
})

describe('signing out', () => {
  test('here leads to the provider, with the ID token as a hint', async () => {
    const person = newPerson()
    await goAs(person)
    const { signOut } = await import('@/app/_request/sign-out')
    const outcome = await browser.visit(signOut as never, '/')
    expect(outcome.headers.get('location')).toBe('/oidc/sign-out')
    expect(await isSignedIn()).toBe(false)
    const html = await (await browser.visit(signOutThere, '/oidc/sign-out')).text()
    const url = new URL((/url=([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&#38;', '&'))
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/session/end`)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${portal}/`)
    expect(claimsOf(url.searchParams.get('id_token_hint') ?? '')).toMatchObject({ sub: person.sub })
    const stranger = await new ProviderBrowser().visit(signOutThere, '/oidc/sign-out')
    expect(stranger.headers.get('location')).toBe(`${portal}/`)
  })

  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const post = (token: string, fields = {}) =>
    backChannelLogout(
      new Request(`${portal}/oidc/back-channel-logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token, ...fields }),
      }),
    )
  const token = (change: JWTPayload = {}, header?: object) => {
    const iat = Math.floor(Date.now() / 1000)
    const about = {
      iss: provider.issuer,
      aud: providerClient.id,
      iat,
      exp: iat + 120,
      jti: newId(),
      events: event,
    }
    return provider.sign({ ...about, ...change }, header)
  }

  // ASVS 10.5.5
  test('there ends one of its sessions, or all of a person, once', async () => {
    const person = newPerson()
    await goAs(person)
    const other = new ProviderBrowser()
    await goAs(person, other)
    const own = new ProviderBrowser()
    await goAs(newPerson(), own)
    const [sid] = await sidsOf(person)
    const logout = await token({ sub: person.sub, sid })
    const response = await post(logout)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await Promise.all([browser, other, own].map(isSignedIn))).toEqual([false, true, true])
    expect(await (await post(logout)).json()).toMatchObject({ error: 'invalid_request' })
    expect((await post(await token({ sub: person.sub }))).status).toBe(200)
    expect(await Promise.all([other, own].map(isSignedIn))).toEqual([false, true])
    expect(await listActions((await findByEmail(person.email)).id)).toContain(
      'developer.signed_out_by_provider',
    )
    expect((await post(await token({ sub: newId() }))).status).toBe(200)
  })

  test('there leaves the sessions of a password alone', async () => {
    const person = newPerson()
    await goAs(person)
    const session = await openSession((await findByEmail(person.email)).id)
    expect((await post(await token({ sub: person.sub }))).status).toBe(200)
    expect(await isSignedIn()).toBe(false)
    expect(await findSession(session)).not.toBeNull()
  })

  test.each<[string, () => Promise<string>]>([
    ['an ID token', () => token({ sub: 'x', events: undefined })],
    ['a nonce', () => token({ sub: 'x', nonce: 'n' })],
    ['neither subject nor session', () => token()],
    ['another event', () => token({ sub: 'x', events: { other: {} } })],
    [
      'an event that is no object',
      () => token({ sub: 'x', events: { [Object.keys(event)[0] ?? '']: true } }),
    ],
    ['another issuer', () => token({ sub: 'x', iss: 'https://evil.example' })],
    ['another audience', () => token({ sub: 'x', aud: 'another' })],
    ['an old token', () => token({ sub: 'x', iat: Math.floor(Date.now() / 1000) - 700 })],
    ['an expired token', () => token({ sub: 'x', exp: Math.floor(Date.now() / 1000) - 31 })],
    ['no expiry', () => token({ sub: 'x', exp: undefined })],
    ['no jti', () => token({ sub: 'x', jti: undefined })],
    ['a lone surrogate in the jti', () => token({ sub: 'x', jti: `${newId()}\ud800` })],
    ['another type', () => token({ sub: 'x' }, { typ: 'at+jwt' })],
    ['an unknown key', () => token({ sub: 'x' }, { kid: 'unknown' })],
    ['no signature', async () => new UnsecuredJWT(claimsOf(await token({ sub: 'x' }))).encode()],
    ['nonsense', async () => 'nonsense'],
  ])('there needs a logout token: not one with %s', async (_what, make) => {
    const response = await post(await make())
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_request' })
  })

  test('there takes a small form with one token only', async () => {
    const send = (body: BodyInit, type = 'application/x-www-form-urlencoded') =>
      backChannelLogout(new Request(portal, { method: 'POST', body, headers: { 'content-type': type } }))
    const good = await token({ sub: 'x' })
    expect((await send(`logout_token=${good}&logout_token=${good}`)).status).toBe(400)
    expect((await send(`logout_token=${'a'.repeat(20_000)}`)).status).toBe(400)
    expect((await send('nothing=here')).status).toBe(400)
    expect((await send(JSON.stringify({ logout_token: good }), 'application/json')).status).toBe(400)
  })

  test('strangers’ tokens do not make the portal call the provider', async () => {
    await post(await token({ sub: 'x' }))
    provider.calls = []
    for (let count = 0; count < 5; count++)
      await post(await token({ sub: 'x' }, { kid: `invented-${count}` }))
    expect(provider.calls.length).toBeLessThanOrEqual(1)
  })

  async function sidsOf(person: Person) {
    const { sessions } = await findByEmail(person.email)
    const rows = await database().providerSession.findMany({
      where: { sessionId: { in: sessions.map(({ id }) => id) } },
      orderBy: { id: 'asc' },
    })
    return rows.map(({ sid }) => sid)
  }
})

test('without a provider none of it exists', async () => {
  const kept = { ...process.env }
  for (const name of Object.keys(process.env)) if (name.startsWith('OIDC_')) delete process.env[name]
  readSettingsAgain()
  for (const handler of [signIn, callback]) expect((await browser.visit(handler, '/oidc/x')).status).toBe(404)
  Object.assign(process.env, kept)
})
