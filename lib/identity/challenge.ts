import { createHash, randomBytes } from 'node:crypto'
import { now, secondsFromNow } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'

/** What a passkey is asked for. An answer to one is no answer to another. */
export type Purpose = 'register' | 'sign_in' | 'confirm'

/** WebAuthn §15.1 recommends 5 minutes where a person must verify themselves. */
export const challengeSeconds = 300

/**
 * A challenge of 256 random bits that this session waits to have signed (WebAuthn §13.4.3); only its hash is stored.
 * A newer one takes the place of the former.
 */
export async function issueChallenge(sessionId: string, purpose: Purpose): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = randomBytes(32)
  await database().session.updateMany({
    where: { id: sessionId, revokedAt: null },
    data: {
      challengeHash: hashChallenge(purpose, challenge.toString('base64url')),
      challengeExpiresAt: secondsFromNow(challengeSeconds),
    },
  })
  return new Uint8Array(challenge)
}

/**
 * Uses a challenge up, whatever else is wrong with the answer to it.
 * @param challenge in base64url, as the browser repeats it
 * @returns false when this session waits for no such challenge, or its time is over
 */
export async function takeChallenge(
  transaction: Transaction,
  sessionId: string,
  purpose: Purpose,
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

function hashChallenge(purpose: Purpose, challenge: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(`${purpose}\0${challenge}`).digest())
}
