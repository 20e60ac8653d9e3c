import { errors, jwtVerify } from 'jose'
import { isUsualTime } from '@/lib/clock'
import { requireSetting } from '@/lib/env'
import { done, type Result, refused } from '@/lib/result'
import { garbled } from '@/lib/text-input'
import { getProvider, skewSeconds, subjectSchema } from './provider'
import { ProviderUnavailable } from './provider-fetch'

/** A request of the provider to end our sessions: those of one session of the provider, or all of a person. */
export type LogoutRequest = {
  subject: string | null
  sid: string | null
  jti: string
  /** when the token would be refused as expired */
  expiresAt: Date
}

/** Signatures only: with a shared secret the provider's public key would do as one (RFC 8725 §2.1). */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
const event = 'http://schemas.openid.net/event/backchannel-logout'
const maxAgeSeconds = 600

/**
 * Validates a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6), except that it is used once.
 * @returns refused `invalid`
 * @throws ProviderUnavailable when its keys cannot be read
 */
export async function readLogoutToken(token: string): Promise<Result<LogoutRequest, 'invalid'>> {
  const { keys, metadata } = await getProvider()
  if (!keys) return refused('invalid')
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: metadata.issuer,
      audience: requireSetting('OIDC_CLIENT_ID'),
      algorithms,
      clockTolerance: skewSeconds,
      maxTokenAge: maxAgeSeconds,
      requiredClaims: ['iat', 'exp', 'jti', 'events'],
    })
    const { typ } = protectedHeader
    if (typ !== undefined && !/^(application\/)?logout\+jwt$|^JWT$/i.test(typ)) return refused('invalid')
    const { sub, sid, jti, events, nonce, exp = 0 } = payload
    if (
      nonce !== undefined ||
      !isLogoutEvent(events) ||
      typeof jti !== 'string' ||
      jti === '' ||
      garbled.test(jti)
    )
      return refused('invalid')
    const subject = sub === undefined ? null : subjectSchema.parse(sub)
    const session = sid === undefined ? null : subjectSchema.parse(sid)
    if (subject === null && session === null) return refused('invalid')
    const expiresAt = new Date((exp + skewSeconds) * 1000)
    if (!isUsualTime(expiresAt)) return refused('invalid')
    return done({ subject, sid: session, jti, expiresAt })
  } catch (error) {
    if (error instanceof ProviderUnavailable || error instanceof errors.JWKSTimeout)
      throw new ProviderUnavailable()
    return refused('invalid')
  }
}

function isLogoutEvent(events: unknown): boolean {
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, event)) return false
  const member = (events as Record<string, unknown>)[event]
  return typeof member === 'object' && member !== null
}
