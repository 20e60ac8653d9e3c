import { expect, test } from 'vitest'
import { visitor } from '@/lib/audit/schema'
import { now, setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { refused, succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { Authenticator, type Twist } from '@/test/authenticator'
import { askNewPasskey, device, inSession, listActions, signUpDeveloper } from '@/test/developers'
import { withOwnDatabase } from '@/test/own-database'
import { registerPasskey } from './passkey'
import { beginPasskeySignIn, signInWithPasskey } from './passkey-sign-in'
import { listRefusedSignIns } from './refused-sign-in'
import { findSession } from './session'

withOwnDatabase()

const wrong = refused('passkey_wrong')

async function createWithPasskey() {
  const who = await signUpDeveloper()
  const authenticator = new Authenticator()
  const response = authenticator.create(await askNewPasskey(who, who.session.sessionId))
  const session = inSession(who.actor, who.session.sessionId)
  const added = await succeed(
    executeAs(session, registerPasskey, { input: { name: 'Blue key', passkey: response } }),
  )
  who.session = added.session
  return { who, authenticator }
}

const begin = (from = device) => succeed(executeAs({ ...visitor, device: from }, beginPasskeySignIn))

/** Gives a browser's response, which the form has checked no more than that it is JSON. */
const give = (passkey: unknown, from = device) =>
  executeAs({ ...visitor, device: from }, signInWithPasskey, { input: { passkey } })

async function respond(authenticator: Authenticator, twist: Twist = {}) {
  return authenticator.get(await begin(), twist)
}

// ASVS 6.3.3
test('a passkey alone opens a session that waits for nothing, and is recorded', async () => {
  const { who, authenticator } = await createWithPasskey()
  const options = await begin()
  expect(options).toMatchObject({ userVerification: 'required' })
  expect(options.allowCredentials ?? []).toEqual([])
  const result = await succeed(give(authenticator.get(options)))
  expect(result).toMatchObject({ developerId: who.id, role: 'developer' })
  expect(await findSession(result)).toMatchObject({
    awaitingSecondFactor: false,
    confirmedAt: expect.any(Date),
  })
  expect(await listActions(result.sessionId)).toEqual(['session.started'])
  expect(await database().passkey.findFirst({ where: { developerId: who.id } })).toMatchObject({
    counter: 2n,
  })
  expect(await database().passkeyChallenge.count()).toBe(0)
})

test('a challenge is used once, however many use it together, also by a wrong response', async () => {
  const { authenticator } = await createWithPasskey()
  const options = await begin()
  const responses = [1, 2, 3, 4].map(() => authenticator.get(options))
  const results = await Promise.all(responses.map((each) => give(each)))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)

  const again = await begin()
  expect(await give(authenticator.get(again, { verified: false }))).toEqual(wrong)
  expect(await give(authenticator.get(again))).toEqual(wrong)
})

test.each<[string, Twist]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['a challenge that was never issued', { challenge: 'A'.repeat(43) }],
  ['without presence', { present: false }],
  ['without verification', { verified: false }],
  ['another signature', { signature: Buffer.from('nonsense').toString('base64url') }],
  ['another account', { userHandle: Buffer.from(newId()).toString('base64url') }],
  ['no account', { userHandle: '' }],
])('refuses %s, and opens no session', async (_what, twist) => {
  const { who, authenticator } = await createWithPasskey()
  const before = await database().session.count({ where: { developerId: who.id } })
  expect(await give(await respond(authenticator, twist))).toEqual(wrong)
  expect(await database().session.count({ where: { developerId: who.id } })).toBe(before)
})

test('refuses a challenge that is too old, or was issued to a session', async () => {
  const { who, authenticator } = await createWithPasskey()
  const ofSession = await askNewPasskey(who, who.session.sessionId)
  const borrowed = authenticator.get({ challenge: ofSession.challenge, rpId: ofSession.rp.id })
  expect(await give(borrowed)).toEqual(wrong)
  const late = await respond(authenticator)
  setClock(new Date(now().getTime() + 300_000))
  expect(await give(late)).toEqual(wrong)
})

// ASVS 6.3.8
test('an unknown passkey and one that was removed look alike', async () => {
  const unknown = new Authenticator()
  const { who, authenticator } = await createWithPasskey()
  unknown.create(await askNewPasskey(who, who.session.sessionId))
  expect(await give(await respond(unknown))).toEqual(wrong)
  await database().passkey.deleteMany({ where: { developerId: who.id } })
  expect(await give(await respond(authenticator))).toEqual(wrong)
})

test('only the right passkey of a suspended account learns that it is', async () => {
  const { who, authenticator } = await createWithPasskey()
  await database().developer.update({ where: { id: who.id }, data: { suspendedAt: now() } })
  expect(await give(await respond(authenticator, { verified: false }))).toEqual(wrong)
  expect(await give(await respond(authenticator))).toEqual({
    ok: false,
    reason: 'suspended',
    developerId: who.id,
  })
  expect(await listRefusedSignIns(who.id)).toMatchObject([{ why: 'passkey' }])
})

test('staff who sign in with a provider cannot use a passkey instead, a break-glass account can', async () => {
  const { who, authenticator } = await createWithPasskey()
  await database().developer.update({ where: { id: who.id }, data: { role: 'reviewer' } })
  const settings = getSettings()
  const { STAFF_PASSWORDS: before } = settings
  settings.STAFF_PASSWORDS = 'break-glass'
  try {
    expect(await give(await respond(authenticator))).toMatchObject({
      reason: 'provider_only',
    })
    await database().developer.update({ where: { id: who.id }, data: { breakGlass: true } })
    expect(await give(await respond(authenticator))).toMatchObject({ ok: true })
  } finally {
    settings.STAFF_PASSWORDS = before
  }
})

test('a counter that went back is refused and recorded', async () => {
  const { who, authenticator } = await createWithPasskey()
  await succeed(give(await respond(authenticator, { counter: 9 })))
  expect(await give(await respond(authenticator, { counter: 9 }))).toEqual(wrong)
  const passkey = await database().passkey.findFirstOrThrow({ where: { developerId: who.id } })
  expect(await listActions(passkey.id)).toContain('passkey.counter_went_back')
})

test.each([null, 'text', 7, {}, { id: 'x' }, { id: 'x', response: { clientDataJSON: 'x' } }])(
  'refuses %j',
  async (response) => {
    expect(await give(response)).toEqual(wrong)
  },
)

// ASVS 6.3.1
test('attempts from one address slow down, those that succeed do not count', async () => {
  const from = { ...device, address: '203.0.113.9' }
  const { authenticator } = await createWithPasskey()
  setClock(now())
  for (let i = 0; i < 25; i++)
    expect(await give(authenticator.get(await begin()), from)).toMatchObject({ ok: true })
  for (let i = 0; i < 21; i++) expect(await give({}, from)).toEqual(wrong)
  expect(await give(authenticator.get(await begin()), from)).toMatchObject({
    reason: 'throttled',
  })
  expect(await give(authenticator.get(await begin()))).toMatchObject({ ok: true })
})

test('challenges requested from one address are limited', async () => {
  const from = { ...device, address: '203.0.113.9' }
  setClock(now())
  const attempt = () => executeAs({ ...visitor, device: from }, beginPasskeySignIn)
  for (let i = 0; i < 61; i++) expect(await attempt()).toMatchObject({ ok: true })
  expect(await attempt()).toMatchObject(refused('throttled'))
})
