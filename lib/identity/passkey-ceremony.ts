import { createHash, randomBytes } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Passkey } from '@/generated/prisma/client'
import { now, secondsFromNow } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'

/** EdDSA, ES256 and RS256 (COSE, RFC 9053): the algorithms that current authenticators offer. */
export const algorithms = [-8, -7, -257]

/** The relying party of our passkeys: the host of PORTAL_URL, and no origin but its own (WebAuthn §5.1.2). */
export function relyingParty(): { id: string; origin: string } {
  const { hostname, origin } = new URL(getSettings().PORTAL_URL)
  return { id: hostname, origin }
}

/**
 * Verifies a browser's response to a registration (WebAuthn §7.1): type, challenge, origin, relying party, and user
 * verification by the authenticator. Its model is not requested (attestation "none").
 * @returns the new credential, or null if any check fails
 */
export async function readRegistration(
  response: unknown,
  consumeChallenge: (challenge: string) => Promise<boolean>,
): Promise<{ id: Buffer; publicKey: Buffer; counter: number; transports: string[] } | null> {
  const { id, origin } = relyingParty()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: consumeChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo) return null
    const { credential } = registrationInfo
    return {
      id: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: readTransports(credential.transports),
    }
  } catch {
    return null
  }
}

/**
 * Verifies a browser's response to a sign-in or a confirmation (WebAuthn §7.2): as above, and the signature. The caller
 * checks the counter.
 * @returns the counter after this use, or null if any check fails
 */
export async function readAssertion(
  response: unknown,
  passkey: Passkey,
  consumeChallenge: (challenge: string) => Promise<boolean>,
): Promise<number | null> {
  const { id, origin } = relyingParty()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: consumeChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: Buffer.from(passkey.credentialId).toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        // With 0 no counter is refused here, where a forged response would look like a copied authenticator.
        counter: 0,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/** The purpose of a challenge. A response to one purpose is invalid for another. */
export type ChallengePurpose = 'register' | 'sign_in' | 'confirm'

/** WebAuthn §15.1 recommends 5 minutes where a person must verify themselves. */
export const challengeSeconds = 300

/** Replaces this session's challenge by another 256 random bits (WebAuthn §13.4.3); only its hash is stored. */
export async function issueChallenge(
  transaction: Transaction,
  sessionId: string,
  purpose: ChallengePurpose,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = randomBytes(32)
  await transaction.session.updateMany({
    where: { id: sessionId, revokedAt: null },
    data: {
      challengeHash: hashChallenge(purpose, challenge.toString('base64url')),
      challengeExpiresAt: secondsFromNow(challengeSeconds),
    },
  })
  return new Uint8Array(challenge)
}

/**
 * Uses a challenge up, even if the response to it is otherwise wrong.
 * @param challenge in base64url, as the browser repeats it
 * @returns false when this session has no such challenge, or it has expired
 */
export async function consumeChallenge(
  transaction: Transaction,
  sessionId: string,
  purpose: ChallengePurpose,
  challenge: string,
): Promise<boolean> {
  const { count } = await transaction.session.updateMany({
    where: {
      id: sessionId,
      revokedAt: null,
      challengeHash: hashChallenge(purpose, challenge),
      challengeExpiresAt: { gt: now() },
    },
    data: { challengeHash: null, challengeExpiresAt: null },
  })
  return count === 1
}

/** Makes a challenge for someone who is not signed in, and whom no session can keep it for. */
export async function issueOpenChallenge(transaction: Transaction): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = randomBytes(32)
  const challengeHash = hashChallenge('sign_in_alone', challenge.toString('base64url'))
  await transaction.passkeyChallenge.create({
    data: { challengeHash, expiresAt: secondsFromNow(challengeSeconds) },
  })
  return new Uint8Array(challenge)
}

/** Uses such a challenge up, even if the response to it is otherwise wrong: for one caller, however many try. */
export async function consumeOpenChallenge(challenge: string): Promise<boolean> {
  const { count } = await database().passkeyChallenge.deleteMany({
    where: { challengeHash: hashChallenge('sign_in_alone', challenge), expiresAt: { gt: now() } },
  })
  return count === 1
}

function hashChallenge(
  purpose: ChallengePurpose | 'sign_in_alone',
  challenge: string,
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(`${purpose}\0${challenge}`).digest())
}

/** Received from the browser and sent back to it: known values only (WebAuthn §5.8.4). */
function readTransports(given: unknown): string[] {
  const known = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
  return Array.isArray(given) ? known.filter((each) => given.includes(each)) : []
}
