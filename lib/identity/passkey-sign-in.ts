import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { Passkey } from '@/generated/prisma/client'
import { limitKey } from '@/lib/addresses'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { isLoopback } from '@/lib/env'
import { done, keepingWrites, refused } from '@/lib/result'
import { lockDeveloper } from './administrators'
import { isPasswordOff } from './break-glass'
import { checkPasskey } from './passkey'
import { challengeSeconds, consumeOpenChallenge, issueOpenChallenge, relyingParty } from './passkey-ceremony'
import { recordRefusedSignIn } from './refused-sign-in'
import { type Device, passkeySchema } from './schema'
import { startSession } from './session'
import { deviceOf } from './target'
import { countAttempts, returnAttempt, type ThrottleKey } from './throttle'

/**
 * The options of `navigator.credentials.get` for someone who has not said who they are: any passkey of this site that
 * its authenticator can find by itself, with the person verified (WebAuthn §5.5). The same for everyone.
 * @returns refused `throttled`
 */
export const beginPasskeySignIn = command({
  right: 'anyone',
  audit: [],
  prepare: async ({ actor }) =>
    (await countAttempts(keysOf('passkey_begin', deviceOf(actor)))) ?? done(undefined),
  async run({ transaction }) {
    const options = await generateAuthenticationOptions({
      rpID: relyingParty().id,
      challenge: await issueOpenChallenge(transaction),
      timeout: challengeSeconds * 1000,
      userVerification: 'required',
    })
    return done(options)
  },
})

/**
 * Signs in with a passkey alone: having it and being verified by it are two factors, and confirm the session.
 * An unknown passkey, a wrong signature, a used or expired challenge and an account that was never activated
 * all get the same result.
 * @returns refused `passkey_wrong`, `throttled`; with a right response only: `provider_only` (their role signs in with
 *   single sign-on), `suspended`, with the developer's id
 */
export const signInWithPasskey = command({
  right: 'anyone',
  notifies: 'administrators',
  input: passkeySchema,
  audit: ['session.started', 'passkey.counter_went_back'],
  async prepare({ actor, input: { passkey: response } }) {
    const keys = keysOf('passkey_sign_in', deviceOf(actor))
    const throttled = await countAttempts(keys)
    if (throttled) return throttled
    const challenge = readChallenge(response)
    if (!challenge || !(await consumeOpenChallenge(challenge))) return refused('passkey_wrong')
    return done({ keys, challenge })
  },
  async run({
    transaction,
    actor,
    input: { passkey: response },
    prepared: { keys, challenge },
    mail,
    record,
  }) {
    const device = deviceOf(actor)
    const named = await findPasskey(transaction, response)
    const developer = named && (await lockDeveloper(transaction, named.developerId))
    // Again, as it may have been removed before the lock.
    const passkey = developer?.activatedAt ? await findPasskey(transaction, response) : null
    if (!developer || !passkey) return refused('passkey_wrong')
    const { id, role } = developer
    const use = await checkPasskey(transaction, passkey, response, async (given) => given === challenge)
    if (!use.ok) {
      const { copied } = use
      if (copied) record({ type: 'passkey', id: copied }, {}, 'passkey.counter_went_back', { id, role })
      else await recordRefusedSignIn(transaction, { developerId: id, why: 'passkey' }, device)
      return keepingWrites(refused('passkey_wrong'))
    }
    if (developer.suspendedAt) {
      await recordRefusedSignIn(transaction, { developerId: id, why: 'suspended' }, device)
      return keepingWrites({ ...refused('suspended'), developerId: id })
    }
    if (isPasswordOff(developer)) {
      await recordRefusedSignIn(transaction, { developerId: id, why: 'provider_only' }, device)
      return keepingWrites(refused('provider_only'))
    }
    for (const key of keys) await returnAttempt(...key, transaction)
    const session = await startSession({ transaction, mail }, developer, device, { confirmedAt: now() })
    const detail = { by: 'passkey_alone', address: device.address }
    const subject = { type: 'session', id: session.sessionId } as const
    record(subject, detail, 'session.started', { id, role: session.role })
    return done(session)
  },
})

/** Loopback and unknown addresses are not counted: everyone may share them. */
function keysOf(kind: 'passkey_begin' | 'passkey_sign_in', { address }: Device): ThrottleKey[] {
  return address === '' || isLoopback(address) ? [] : [[kind, limitKey(address)]]
}

type Answer = { id?: unknown; response?: { userHandle?: unknown; clientDataJSON?: unknown } } | null

/** The challenge as the browser repeats it (WebAuthn §5.8.1), before anything is verified. */
function readChallenge(response: unknown): string | null {
  try {
    const { clientDataJSON } = (response as Answer)?.response ?? {}
    const client = JSON.parse(Buffer.from(String(clientDataJSON), 'base64url').toString())
    return typeof client?.challenge === 'string' ? client.challenge : null
  } catch {
    return null
  }
}

/**
 * The passkey that responds. The authenticator names the account too, which has to be the passkey's (WebAuthn §7.2,
 * step 6): only a passkey that it can find by itself does.
 */
async function findPasskey(transaction: Transaction, response: unknown): Promise<Passkey | null> {
  const { id, response: given } = (response ?? {}) as NonNullable<Answer>
  if (typeof id !== 'string' || typeof given?.userHandle !== 'string') return null
  const credentialId = new Uint8Array(Buffer.from(id, 'base64url'))
  const passkey = await transaction.passkey.findUnique({ where: { credentialId } })
  const handle = Buffer.from(given.userHandle, 'base64url').toString()
  return passkey && handle === passkey.developerId ? passkey : null
}
