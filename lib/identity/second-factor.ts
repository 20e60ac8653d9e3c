import { generateSecret, generateURI, verifySync } from 'otplib'
import type { TotpFactor } from '@/generated/prisma/client'
import { findBranding } from '@/lib/branding/queries'
import { now, secondsFromNow } from '@/lib/clock'
import { command, type Mailing } from '@/lib/commands/command'
import { database } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { decrypt, encrypt } from '@/lib/keyring'
import { done, refused } from '@/lib/result'
import { dropIdleCodes, findFactors, isSecondFactorOn, welcomeFactor } from './factors'
import { consumeRecoveryCode, issueRecoveryCodes } from './recovery-code'
import { codeSchema } from './schema'
import { lockSession } from './session'
import { ownSession, self } from './target'
import { countAttempts, forgetAttempts } from './throttle'

/** RFC 6238 §5.2: one step of 30 s in either direction, for clock differences and slow typing. */
const toleranceSeconds = 30

/** Minutes for which a setup key may be used after it was first shown. */
const setupMinutes = 15

/**
 * The key for setting up an authenticator: the same within one session for 15 minutes, then a new one. A key shown in
 * another session, or earlier, can never be turned on.
 * @returns the key in Base32 and as an `otpauth:` URL; null when an authenticator is on, as its key is never shown
 *   again, or when the session has ended
 */
export async function showSetupKey(
  owner: { id: string; email: string },
  sessionId: string,
): Promise<{ key: string; address: string } | null> {
  const key = await database().$transaction(async (transaction) => {
    if (!(await lockSession(transaction, sessionId, owner.id))) return null
    const factor = await transaction.totpFactor.findUnique({ where: { developerId: owner.id } })
    if (factor?.confirmedAt) return null
    if (factor && isSetUpIn(sessionId, factor)) return open(factor)
    const secret = generateSecret()
    const data = { ...seal(owner.id, secret), sessionId, createdAt: now() }
    await transaction.totpFactor.upsert({
      where: { developerId: owner.id },
      create: { developerId: owner.id, ...data },
      update: data,
    })
    return secret
  })
  if (key === null) return null
  // The key URI format separates issuer and account by a colon.
  const issuer = (await findBranding()).productName.replace(/\s*:\s*/g, ' ')
  return { key, address: generateURI({ issuer, label: owner.email, secret: key }) }
}

function isSetUpIn(sessionId: string, factor: TotpFactor): boolean {
  return factor.sessionId === sessionId && factor.createdAt > secondsFromNow(-setupMinutes * 60)
}

/**
 * Turns the authenticator on with a first code. All other sessions end, and this one gets another id. The page has
 * required a recent proof of who is there.
 * @returns recovery codes if it is the first factor; refused `code_wrong`, `setup_expired` (the key is older than 15
 *   minutes, or was shown in another session), `already_on`, `throttled`
 */
export const turnOnSecondFactor = command({
  on: ownSession,
  right: 'self',
  notifies: 'person',
  input: codeSchema,
  audit: 'developer.second_factor_turned_on',
  prepare: async ({ actor }) => (await countAttempts([['code', actor.id ?? '']])) ?? done(undefined),
  async run({ transaction, own, input: { code }, mail, record }) {
    const { id: developerId } = own.developer
    const factor = await transaction.totpFactor.findUnique({ where: { developerId } })
    if (factor?.confirmedAt) return refused('already_on')
    if (!factor || !isSetUpIn(own.session.id, factor)) return refused('setup_expired')
    const step = matchingStep(open(factor), code, 0n)
    if (step === null) return refused('code_wrong')
    const first = !(await isSecondFactorOn(developerId, transaction))
    await transaction.totpFactor.update({
      where: { developerId },
      data: { confirmedAt: now(), lastUsedStep: step, sessionId: null },
    })
    await forgetAttempts([['code', developerId]], transaction)
    await mail(own.developer, 'second-factor-turned-on', { first })
    record({ type: 'developer', id: developerId })
    return done(await welcomeFactor({ transaction, mail }, own, first))
  },
})

/**
 * Removes the authenticator, and the recovery codes if no passkey is left.
 * @returns refused `required` for people whose role requires a second factor and who have no other, `not_on`
 */
export const turnOffSecondFactor = command({
  on: self,
  right: 'self',
  confirm: 'always',
  notifies: 'person',
  audit: 'developer.second_factor_turned_off',
  async run({ transaction, developer, mail, record }) {
    const { id: developerId, role } = developer
    const { authenticator, passkeys } = await findFactors(developerId, transaction)
    if (!authenticator) return refused('not_on')
    if (role !== 'developer' && passkeys === 0) return refused('required')
    await transaction.totpFactor.deleteMany({ where: { developerId } })
    const factorLeft = await dropIdleCodes(transaction, developerId)
    await mail(developer, 'second-factor-turned-off', { factorLeft })
    record({ type: 'developer', id: developerId }, { factorLeft })
    return done(undefined)
  },
})

/**
 * Replaces the recovery codes. Of two simultaneous requests only the later one's codes are valid.
 * @returns refused `not_on`
 */
export const renewRecoveryCodes = command({
  on: self,
  right: 'self',
  confirm: 'always',
  audit: 'developer.recovery_codes_renewed',
  async run({ transaction, developer: { id }, record }) {
    if (!(await isSecondFactorOn(id, transaction))) return refused('not_on')
    record({ type: 'developer', id })
    return done(await issueRecoveryCodes(transaction, id))
  },
})

/**
 * Uses up a code of the authenticator or a recovery code. A code of the last used step, or of an earlier one, is
 * refused (RFC 6238 §5.2), also when two arrive at the same time. Using a recovery code sends a mail.
 * @returns which of the two it was, or null
 */
export async function consumeCode(
  { transaction, mail }: Mailing,
  developerId: string,
  code: string,
): Promise<'authenticator' | 'recovery_code' | null> {
  const factor = await transaction.totpFactor.findUnique({ where: { developerId } })
  const step = factor?.confirmedAt ? matchingStep(open(factor), code, factor.lastUsedStep) : null
  if (step === null)
    return (await consumeRecoveryCode({ transaction, mail }, developerId, code)) ? 'recovery_code' : null
  const { count } = await transaction.totpFactor.updateMany({
    where: { developerId, lastUsedStep: { lt: step } },
    data: { lastUsedStep: step },
  })
  return count === 1 ? 'authenticator' : null
}

function matchingStep(secret: string, code: string, lastUsedStep: bigint): bigint | null {
  if (!/^\d{6}$/.test(code)) return null
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now().getTime() / 1000),
    epochTolerance: toleranceSeconds,
    afterTimeStep: Number(lastUsedStep),
  })
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : null
}

type Sealed = { secretCiphertext: Uint8Array<ArrayBuffer>; encryptionKeyId: string }

function seal(developerId: string, secret: string): Sealed {
  const { keyId, ciphertext } = encrypt(
    requireSetting('SECRET_ENCRYPTION_KEYS'),
    secret,
    factorContext(developerId),
  )
  return { secretCiphertext: new Uint8Array(ciphertext), encryptionKeyId: keyId }
}

function open({ developerId, secretCiphertext, encryptionKeyId }: Sealed & { developerId: string }): string {
  const sealed = { keyId: encryptionKeyId, ciphertext: Buffer.from(secretCiphertext) }
  return decrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), sealed, factorContext(developerId)).toString()
}

/** Binds the ciphertext to its row. */
export function factorContext(developerId: string): string {
  return `totp_factor:secret:${developerId}`
}
