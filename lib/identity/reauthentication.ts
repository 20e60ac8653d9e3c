import { z } from 'zod'
import { limitKey } from '@/lib/addresses'
import { now } from '@/lib/clock'
import { command, type Mailing } from '@/lib/commands/command'
import { database } from '@/lib/database'
import { done, keepingWrites, refused } from '@/lib/result'
import { recogniseDevice } from './device-cookie'
import { consumePasskey } from './passkey'
import { checkPassword } from './password'
import { recordRefusedSignIn } from './refused-sign-in'
import { codeSchema, type Device, passkeySchema } from './schema'
import { consumeCode } from './second-factor'
import { replaceSession } from './session'
import { ownSession, sessionOf } from './target'
import { countAttempts, forgetAttempts, type ThrottleKey } from './throttle'

/** Proof of identity in addition to the password: a code, or a passkey response, unchecked. */
export type SecondFactorInput = { code: string } | { passkey: unknown }

/** One of the three is sufficient; an empty one counts as absent. */
export type ReauthenticationInput = { password: string; code: string } | { passkey: unknown }

/**
 * Completes a sign-in with the second factor that follows the password, in the session that waits for it, and gives the
 * session another id. Unless it is a recovery code, the two also confirm the session.
 * @returns refused `code_wrong`, `not_found` (start again with the password), `throttled`
 */
function completing<Given extends SecondFactorInput>(input: z.ZodType<Given>) {
  return command({
    on: ownSession,
    right: 'pending',
    notifies: ['person', 'administrators'],
    input,
    audit: ['session.started', 'passkey.counter_went_back'],
    async prepare({ actor }) {
      const { device } = sessionOf(actor) ?? {}
      return (device && (await countAttempts(codeKeys(actor.id ?? '', device)))) || done(undefined)
    },
    async run({ transaction, own: { developer, session }, input: proof, mail, record }) {
      const { device } = session
      const { by, copied } = await consumeFactor(
        { transaction, mail },
        proof,
        developer,
        session.id,
        'sign_in',
      )
      if (!by) {
        if (copied) record({ type: 'passkey', id: copied }, {}, 'passkey.counter_went_back')
        else await recordRefusedSignIn(transaction, { developerId: developer.id, why: 'code' }, device)
        return keepingWrites(refused('code_wrong'))
      }
      await forgetAttempts(codeKeys(developer.id, device), transaction)
      const confirmedAt = by === 'recovery_code' ? null : now()
      const started = await replaceSession({ transaction, mail }, session, developer, confirmedAt)
      const subject = { type: 'session', id: started.sessionId } as const
      record(subject, { by, address: device.address }, 'session.started')
      return done(started)
    },
  })
}

export const signInByCode = completing(codeSchema)
export const signInByPasskey = completing(passkeySchema)

/**
 * Confirms the developer's identity by password, code or passkey; valid for 15 minutes in this session, which gets
 * another id: an earlier copy of its cookie must not be confirmed too. A session that the provider opened is
 * confirmed by a passkey, or by the provider (`reauthenticateByProvider`).
 * @returns refused `wrong`, `throttled`
 * @throws PasswordQueueFull in a flood of attempts
 */
export const reauthenticate = command({
  on: ownSession,
  right: 'self',
  notifies: 'person',
  input: z.custom<ReauthenticationInput>(),
  audit: ['session.confirmed', 'passkey.counter_went_back'],
  async prepare({ actor, input: proof }) {
    const throttled = await countAttempts([['confirmation', sessionOf(actor)?.id ?? '']])
    return throttled ?? done('password' in proof && (await isPassword(actor.id ?? '', proof.password)))
  },
  async run({ transaction, own: { developer, session }, input: proof, prepared: byPassword, mail, record }) {
    const ofProvider = { id: session.id, identityId: { not: null } }
    if ('password' in proof && (await transaction.session.count({ where: ofProvider })) > 0)
      return refused('wrong')
    const { by, copied } = byPassword
      ? { by: 'password', copied: null }
      : await consumeFactor({ transaction, mail }, proof, developer, session.id, 'confirm')
    if (copied) record({ type: 'passkey', id: copied }, {}, 'passkey.counter_went_back')
    if (!by) return keepingWrites(refused('wrong'))
    await forgetAttempts([['confirmation', session.id]], transaction)
    const started = await replaceSession({ transaction, mail }, session, developer, now())
    record({ type: 'session', id: started.sessionId }, { by }, 'session.confirmed')
    return done(started)
  },
})

async function isPassword(developerId: string, password: string): Promise<boolean> {
  if (password === '') return false
  const developer = await database().developer.findUniqueOrThrow({ where: { id: developerId } })
  return checkPassword(developer.passwordHash, password, developerId)
}

/** `by` names the accepted proof, or is null; `copied` is a passkey whose counter went backwards. */
async function consumeFactor(
  { transaction, mail }: Mailing,
  proof: SecondFactorInput,
  owner: { id: string },
  sessionId: string,
  purpose: 'sign_in' | 'confirm',
): Promise<{ by: string | null; copied: string | null }> {
  if ('code' in proof) {
    const by = proof.code === '' ? null : await consumeCode({ transaction, mail }, owner.id, proof.code)
    return { by, copied: null }
  }
  const use = await consumePasskey(transaction, owner.id, sessionId, purpose, proof.passkey)
  return use.ok ? { by: 'passkey', copied: null } : { by: null, copied: use.copied }
}

/**
 * A browser known to the account has its own count, and there is one for all such browsers, as each link that an
 * attacker opens in a stolen mailbox makes another browser known. Other browsers count per account and address, and per
 * account alone: a stranger with the password and many addresses must not try many codes, as six digits are few.
 */
function codeKeys(developerId: string, { address, marks }: Device): ThrottleKey[] {
  const known = recogniseDevice(marks, developerId)
  if (known)
    return [
      ['code_device', `${developerId}\0${known}`],
      ['code_known', developerId],
    ]
  return [
    ['code', `${developerId}\0${limitKey(address)}`],
    ['code_account', developerId],
  ]
}
