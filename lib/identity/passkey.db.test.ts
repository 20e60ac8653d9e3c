import { describe, expect, test } from 'vitest'
import { now, setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { refused, succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { Authenticator, type Twist } from '@/test/authenticator'
import {
  askNewPasskey,
  askPasskey,
  enterPassword,
  giveSecondFactor,
  goodPassword,
  inSession,
  listActions,
  signUpDeveloper,
} from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { resetSecondFactor } from './factors'
import { beginConfirmation, beginSecondFactor, listPasskeys, registerPasskey, removePasskey } from './passkey'
import { reauthenticate, signInByCode, signInByPasskey } from './reauthentication'
import { countRecoveryCodes } from './recovery-code'
import { listRefusedSignIns } from './refused-sign-in'
import { turnOffSecondFactor } from './second-factor'
import { findSession, type StartedSession } from './session'

withOwnDatabase()

type Developer = Awaited<ReturnType<typeof signUpDeveloper>>
const wrong = refused('passkey_wrong')

async function register(who: Developer, { authenticator = new Authenticator(), twist = {} as Twist } = {}) {
  const options = await askNewPasskey(who, who.session.sessionId)
  const response = authenticator.create(options, twist)
  const session = inSession(who.actor, who.session.sessionId)
  const result = await executeAs(session, registerPasskey, { input: { name: 'Blue key', passkey: response } })
  if (result.ok) who.session = result.value.session
  return { authenticator, response, result }
}

async function createWithPasskey() {
  const who = await signUpDeveloper()
  const { authenticator, result } = await register(who)
  if (!result.ok) throw new Error(result.reason)
  return { who, authenticator, recoveryCodes: result.value.recoveryCodes }
}

async function givePassword({ email }: Developer): Promise<StartedSession> {
  return succeed(enterPassword({ email, password: goodPassword }))
}

/** Signs in up to the second factor, and returns the authenticator's response. */
async function signInWith(who: Developer, authenticator: Authenticator, twist: Twist = {}) {
  const pending = await givePassword(who)
  const passkey = authenticator.get(await askPasskey(beginSecondFactor, who, pending.sessionId), twist)
  const session = inSession(who.actor, pending.sessionId)
  const give = () => executeAs(session, signInByPasskey, { input: { passkey } })
  return { result: await give(), again: give, pending, passkey }
}

// ASVS 11.6.1
describe('registering a passkey', () => {
  test('as first factor: recovery codes, another session id, a mail, an audit row; other sessions end', async () => {
    const who = await signUpDeveloper()
    const previous = who.session
    const other = await givePassword(who)
    const { result } = await register(who)
    if (!result.ok) throw new Error(result.reason)
    expect(new Set(result.value.recoveryCodes).size).toBe(10)
    expect(await findSession(previous)).toBeNull()
    expect(await findSession(other)).toBeNull()
    expect(await findSession(who.session)).toMatchObject({ hasPasskey: true, hasAuthenticator: false })
    expect((await readOutbox(who.email)).at(-1)).toMatchObject({
      template: 'passkey-added',
      props: { name: 'Blue key', first: true },
    })
    const [passkey] = await listPasskeys(who.id)
    expect(passkey).toMatchObject({ name: 'Blue key', lastUsedAt: null })
    expect(await listActions(passkey?.id ?? '')).toEqual(['passkey.registered'])
    expect(await database().passkey.findFirstOrThrow({ where: { developerId: who.id } })).toMatchObject({
      transports: ['internal'],
      counter: 1n,
    })
  })

  test('alongside another factor: no new codes, and the browser gets the list of existing ones', async () => {
    const { who, authenticator } = await createWithPasskey()
    const options = await askNewPasskey(who, who.session.sessionId)
    expect(options.excludeCredentials?.map(({ id }) => id)).toEqual([authenticator.id.toString('base64url')])
    expect(options.authenticatorSelection?.userVerification).toBe('required')
    expect(options.attestation).toBe('none')
    const { result } = await register(who)
    expect(result).toMatchObject({ ok: true, value: { recoveryCodes: [] } })
    expect(await listPasskeys(who.id)).toHaveLength(2)
    expect(await countRecoveryCodes(who.id)).toBe(10)
  })

  test.each<[string, Twist]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['the same host on another port', { origin: 'http://localhost:3001' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['nobody there', { present: false }],
    ['nobody verified', { verified: false }],
  ])('is refused for %s', async (_what, twist) => {
    const who = await signUpDeveloper()
    expect((await register(who, { twist })).result).toEqual(wrong)
    expect(await listPasskeys(who.id)).toEqual([])
  })

  test('is refused for a challenge used before, too old, or of another session', async () => {
    const who = await signUpDeveloper()
    const { response } = await register(who)
    const give = (given: unknown, { sessionId } = who.session) =>
      executeAs(inSession(who.actor, sessionId), registerPasskey, { input: { name: 'x', passkey: given } })
    expect(await give(response)).toEqual(wrong)
    const other = await givePassword(who)
    const options = await askNewPasskey(who, who.session.sessionId)
    const fresh = new Authenticator().create(options)
    expect(await give(fresh, other)).toEqual(wrong)
    setClock(new Date(now().getTime() + 300_000))
    expect(await give(fresh)).toEqual(wrong)
    expect(await listPasskeys(who.id)).toHaveLength(1)
  })

  test.each([null, 'text', 7, {}, { id: 'x' }, { id: 'x', rawId: 'x', type: 'public-key', response: {} }])(
    'is refused for %j',
    async (response) => {
      const who = await signUpDeveloper()
      await askNewPasskey(who, who.session.sessionId)
      const session = inSession(who.actor, who.session.sessionId)
      expect(await executeAs(session, registerPasskey, { input: { name: 'x', passkey: response } })).toEqual(
        wrong,
      )
    },
  )

  test('of a credential that is already registered is refused', async () => {
    const { authenticator } = await createWithPasskey()
    const { result } = await register(await signUpDeveloper(), { authenticator })
    expect(result).toEqual(refused('passkey_known'))
  })
})

describe('signing in with a passkey', () => {
  test('replaces a code: another session id, its use recorded', async () => {
    const { who, authenticator } = await createWithPasskey()
    const { result, pending } = await signInWith(who, authenticator)
    if (!result.ok) throw new Error(result.reason)
    expect(result.value.sessionId).not.toBe(pending.sessionId)
    expect(await findSession(pending)).toBeNull()
    expect(await findSession(result.value)).toMatchObject({ awaitingSecondFactor: false, hasPasskey: true })
    expect((await listPasskeys(who.id))[0]?.lastUsedAt).not.toBeNull()
    const row = await database().auditEntry.findFirstOrThrow({
      where: { subjectId: result.value.sessionId, action: 'session.started' },
    })
    expect(row.detail).toEqual({ by: 'passkey', address: { commitment: expect.any(String) } })
  })

  // For what else: passkey-sign-in.db.test.ts.
  test('is refused where nobody was verified, and on record', async () => {
    const { who, authenticator } = await createWithPasskey()
    const { result, pending } = await signInWith(who, authenticator, { verified: false })
    expect(result).toEqual(refused('code_wrong'))
    expect(await findSession(pending)).toMatchObject({ awaitingSecondFactor: true })
    expect(await listRefusedSignIns(who.id)).toMatchObject([{ why: 'code' }])
  })

  test('is refused for an answer that was used before, also for another purpose', async () => {
    const { who, authenticator } = await createWithPasskey()
    const { result, again, passkey } = await signInWith(who, authenticator)
    expect(result.ok).toBe(true)
    expect(await again()).toEqual(refused('not_found'))
    const { sessionId } = who.session
    expect(await executeAs(inSession(who.actor, sessionId), reauthenticate, { input: { passkey } })).toEqual(
      refused('wrong'),
    )
    const forSignIn = authenticator.get(await askPasskey(beginSecondFactor, who, sessionId))
    const crossed = await executeAs(inSession(who.actor, sessionId), reauthenticate, {
      input: { passkey: forSignIn },
    })
    expect(crossed).toEqual(refused('wrong'))
  })

  test('uses its challenge up even when it is refused', async () => {
    const { who, authenticator } = await createWithPasskey()
    const pending = await givePassword(who)
    const options = await askPasskey(beginSecondFactor, who, pending.sessionId)
    const session = inSession(who.actor, pending.sessionId)
    for (const twist of [{ verified: false }, {}]) {
      const passkey = authenticator.get(options, twist)
      expect((await executeAs(session, signInByPasskey, { input: { passkey } })).ok).toBe(false)
    }
  })

  test('is refused for the passkey of another developer', async () => {
    const mine = await createWithPasskey()
    const theirs = await createWithPasskey()
    const { result } = await signInWith(mine.who, theirs.authenticator)
    expect(result).toEqual(refused('code_wrong'))
  })

  test('is refused, and on record, when the counter does not rise; without a counter it works', async () => {
    const { who, authenticator } = await createWithPasskey()
    expect((await signInWith(who, authenticator, { counter: 7 })).result.ok).toBe(true)
    for (const counter of [7, 6, 0]) {
      const { result } = await signInWith(who, authenticator, { counter })
      expect(result).toEqual(refused('code_wrong'))
    }
    const [passkey] = await listPasskeys(who.id)
    expect(await listActions(passkey?.id ?? '')).toEqual([
      'passkey.registered',
      ...Array(3).fill('passkey.counter_went_back'),
    ])
    expect((await signInWith(who, authenticator, { counter: 8 })).result.ok).toBe(true)

    const other = await signUpDeveloper()
    const { authenticator: without } = await register(other, { twist: { counter: 0 } })
    for (const counter of [0, 0]) expect((await signInWith(other, without, { counter })).result.ok).toBe(true)
  })

  test('a recovery code works instead, once', async () => {
    const { who, recoveryCodes } = await createWithPasskey()
    const code = recoveryCodes[0] ?? ''
    for (const ok of [true, false]) {
      const pending = inSession(who.actor, (await givePassword(who)).sessionId)
      expect((await executeAs(pending, signInByCode, { input: { code } })).ok).toBe(ok)
    }
  })
})

test('a passkey confirms that it is them, in this session only', async () => {
  const { who, authenticator } = await createWithPasskey()
  const { sessionId } = who.session
  const passkey = authenticator.get(await askPasskey(beginConfirmation, who, sessionId))
  const result = await succeed(
    executeAs(inSession(who.actor, sessionId), reauthenticate, { input: { passkey } }),
  )
  expect((await findSession(result))?.confirmedAt).not.toBeNull()
  expect(await listActions(result.sessionId)).toEqual(['session.confirmed'])
})

describe('taking a passkey off', () => {
  test('is mailed and recorded; the recovery codes go with the last factor', async () => {
    const { who, authenticator } = await createWithPasskey()
    await register(who)
    const [first, second] = await listPasskeys(who.id)
    const other = await signUpDeveloper()
    expect(await executeAs(other.actor, removePasskey, { target: first?.id ?? '' })).toEqual(
      refused('not_found'),
    )
    expect((await executeAs(who.actor, removePasskey, { target: first?.id ?? '' })).ok).toBe(true)
    expect(await executeAs(who.actor, removePasskey, { target: first?.id ?? '' })).toEqual(
      refused('not_found'),
    )
    expect(await listActions(first?.id ?? '')).toEqual(['passkey.registered', 'passkey.removed'])
    expect(await countRecoveryCodes(who.id)).toBe(10)
    expect((await signInWith(who, authenticator)).result.ok).toBe(false)
    expect((await executeAs(who.actor, removePasskey, { target: second?.id ?? '' })).ok).toBe(true)
    expect(await countRecoveryCodes(who.id)).toBe(0)
    const mails = (await readOutbox(who.email)).filter(({ template }) => template === 'passkey-removed')
    expect(mails.map(({ props }) => props.factorLeft)).toEqual([true, false])
    expect(await givePassword(who)).toMatchObject({ hasSecondFactor: false })
  })

  test('leaves at least one factor to anyone whose role requires one', async () => {
    const { who } = await createWithPasskey()
    await database().developer.update({ where: { id: who.id }, data: { role: 'reviewer' } })
    const [passkey] = await listPasskeys(who.id)
    const required = refused('required')
    expect(await executeAs(who.actor, removePasskey, { target: passkey?.id ?? '' })).toEqual(required)
    who.session = (await giveSecondFactor(who)).session
    expect((await executeAs(who.actor, turnOffSecondFactor)).ok).toBe(true)
    expect((await readOutbox(who.email)).at(-1)?.props).toEqual({ factorLeft: true })
    expect(await executeAs(who.actor, removePasskey, { target: passkey?.id ?? '' })).toEqual(required)
  })

  test('is refused where a passkey is the only way to sign in', async () => {
    const { who } = await createWithPasskey()
    // Of a provider that is no longer configured.
    const identity = { developerId: who.id, issuer: 'https://id.example', subject: who.id }
    await database().signInIdentity.create({ data: { id: newId(), ...identity } })
    await database().developer.update({ where: { id: who.id }, data: { passwordHash: null } })
    const [passkey] = await listPasskeys(who.id)
    expect(await executeAs(who.actor, removePasskey, { target: passkey?.id ?? '' })).toEqual(
      refused('only_way'),
    )
    expect(await listPasskeys(who.id)).toHaveLength(1)
    await database().developer.update({ where: { id: who.id }, data: { passwordHash: 'some' } })
    await succeed(executeAs(who.actor, removePasskey, { target: passkey?.id ?? '' }))
  })

  test('an administrator removes lost factors, passkeys too', async () => {
    const { who } = await createWithPasskey()
    const administrator = await createDeveloper({ role: 'administrator' })
    expect((await executeAs(administrator, resetSecondFactor, { target: who.id })).ok).toBe(true)
    expect(await listPasskeys(who.id)).toEqual([])
    expect(await countRecoveryCodes(who.id)).toBe(0)
  })
})
