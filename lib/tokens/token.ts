import { hash } from 'node:crypto'
import type { Environment } from '@/generated/prisma/enums'
import { hmac, type Key } from '@/lib/keyring'

export type { Environment }

/** Lifetime of a token. */
export const tokenLifetimeSeconds = 300

/** The inputs of a token; `nonce` is 16 random bytes in hexadecimal, `generation` a decimal count from 1. */
export type TokenOrigin = {
  environment: Environment
  applicationId: string
  generation: string
  nonce: string
}

/**
 * Derives the access token: HMAC-SHA-256 under a key that is not in the database, so that a copy of the database yields
 * no token, and the same inputs always yield the same one. Opaque to clients (RFC 6749 §1.4).
 */
export function deriveToken({ key }: Key, origin: TokenOrigin): string {
  const message = `${origin.environment}|${origin.applicationId}|${origin.generation}|${origin.nonce}`
  return `guichet_${origin.environment}_token_${hmac(key, message, 'base64url')}`
}

/** The hash under which a token is stored, in hexadecimal. Its 256 random bits need neither key nor salt. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}
