import { createHash, randomBytes } from 'node:crypto'
import { now, secondsFromNow } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'

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
