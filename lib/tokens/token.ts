import { hash } from 'node:crypto'
import type { Environment } from '@/generated/prisma/enums'
import { hmac, type Key } from '@/lib/keyring'

export type { Environment }

/** How long a token is valid. */
export const tokenLifetimeSeconds = 300

/** What one token is derived from; `nonce` is 16 random bytes in hexadecimal, `generation` a decimal count from 1. */
export type TokenOrigin = {
  environment: Environment
  applicationId: string
  generation: string
  nonce: string
}

/**
 * The access token of this origin: HMAC-SHA-256 under a key that the database does not hold, so that a copy of the
 * database yields no token, and asking again yields the same one. Opaque to clients (RFC 6749 §1.4).
 */
export function deriveToken({ key }: Key, origin: TokenOrigin): string {
  const message = `${origin.environment}|${origin.applicationId}|${origin.generation}|${origin.nonce}`
  return `guichet_${origin.environment}_token_${hmac(key, message, 'base64url')}`
}

/** The hash by which a token is stored and found, in hexadecimal. Its 256 random bits need neither key nor salt. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}
