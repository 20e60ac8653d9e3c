import * as client from 'openid-client'
import type { Role } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { getSettings } from '@/lib/env'
import { consumeOnce } from '@/lib/identity/provider-session'
import { done, type Result, refused } from '@/lib/result'
import {
  type Claims,
  getProvider,
  hasRoles,
  type Provider,
  readAddress,
  readRole,
  skewSeconds,
  subjectSchema,
  withCurrentKeys,
} from './provider'
import { ProviderUnavailable } from './provider-fetch'
import { callbackUrl, findIssuer } from './provider-settings'

/** Seconds in which the person has to come back from the provider. */
export const attemptSeconds = 600

/** Seconds for which an authentication at the provider counts as fresh. */
const freshSeconds = 60

export type AuthorizationPurpose = 'sign_in' | 'link' | 'confirm'

/** The state that the browser keeps, sealed, between the way to the provider and the way back. */
export type AuthorizationRequest = {
  purpose: AuthorizationPurpose
  state: string
  nonce: string
  verifier: string
  /** seconds since 1970 */
  startedAt: number
  /** the session that linking or confirming began in */
  sessionId: string | null
  /** the page to continue with */
  next: string
}

/** The identity that the provider returned. */
export type ProviderPerson = {
  issuer: string
  subject: string
  /** as accounts have it; null when missing or malformed */
  email: string | null
  emailVerified: boolean
  role: Role
  /** the provider's session */
  sid: string | null
  idToken: string
}

export type ProviderRefusal = 'cancelled' | 'expired' | 'rejected' | 'unavailable'

/**
 * Begins the authorization code flow (Core §3.1.2.1) with PKCE, state and nonce.
 * @returns what to keep in the browser, and the URL to send it to
 * @throws ProviderUnavailable
 */
export async function beginAttempt(
  purpose: AuthorizationPurpose,
  { sessionId, next }: Pick<AuthorizationRequest, 'sessionId' | 'next'>,
): Promise<{ attempt: AuthorizationRequest; url: URL }> {
  const provider = await getProvider()
  const attempt: AuthorizationRequest = {
    purpose,
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    startedAt: Math.floor(now().getTime() / 1000),
    sessionId,
    next,
  }
  const url = client.buildAuthorizationUrl(provider.configuration, {
    redirect_uri: callbackUrl(),
    scope: chooseScopes(provider),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    // Linking also asks for the person: the browser may still be signed in there as someone else.
    ...(purpose === 'sign_in' ? {} : { prompt: 'login' }),
    ...(purpose === 'confirm' ? { max_age: '0' } : {}),
  })
  return { attempt, url }
}

/** Some providers have a scope for the claim. */
function chooseScopes({ metadata }: Provider): string {
  const { OIDC_ROLES_CLAIM } = getSettings()
  const own = metadata.scopes_supported?.includes(OIDC_ROLES_CLAIM) ? [OIDC_ROLES_CLAIM] : []
  return [...new Set(['openid', 'email', 'profile', ...own])].join(' ')
}

/**
 * Ends the flow: exchanges the code and validates the ID token (Core §3.1.3.7). An attempt is used up, whatever comes
 * of it, before the provider is called.
 * @param query of the callback's URL
 * @returns refused `cancelled` (there, or it needs something first), `expired` (too late, another browser's, or used
 *   before), `rejected` (the response is not what it has to be), `unavailable`; `cause` is for the log
 */
export async function finishAttempt(
  attempt: AuthorizationRequest,
  query: URLSearchParams,
): Promise<Result<ProviderPerson, ProviderRefusal> & { cause?: unknown }> {
  const endsAt = new Date((attempt.startedAt + attemptSeconds) * 1000)
  if (query.getAll('state').join() !== attempt.state || endsAt <= now()) return refused('expired')
  if (!(await consumeOnce('oidc_state', attempt.state, endsAt))) return refused('expired')
  try {
    const provider = await getProvider()
    const currentUrl = new URL(`${callbackUrl()}?${query}`)
    const tokens = await client.authorizationCodeGrant(withCurrentKeys(provider), currentUrl, {
      pkceCodeVerifier: attempt.verifier,
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
    })
    return done(await readPerson(provider, tokens, attempt))
  } catch (cause) {
    return { ...refused(classify(cause)), cause }
  }
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

async function readPerson(
  { configuration, metadata }: Provider,
  tokens: Tokens,
  attempt: AuthorizationRequest,
): Promise<ProviderPerson> {
  const idClaims: Claims = { ...tokens.claims() }
  refuseForeign(idClaims, attempt)
  if (attempt.purpose === 'confirm') refuseStale(idClaims)
  const subject = subjectSchema.parse(idClaims.sub)
  // Many providers put claims about the person only there (Core §5.4).
  const isComplete = idClaims.email !== undefined && hasRoles(idClaims)
  const more: Claims =
    isComplete || !metadata.userinfo_endpoint
      ? {}
      : { ...(await client.fetchUserInfo(configuration, tokens.access_token, subject)) }
  // An address must not be verified by the other document.
  const about = idClaims.email !== undefined ? idClaims : more
  const { email, verified } = readAddress(about)
  return {
    issuer: findIssuer() ?? metadata.issuer,
    subject,
    email,
    emailVerified: verified,
    role: readRole(hasRoles(idClaims) ? idClaims : more),
    sid: subjectSchema.safeParse(idClaims.sid).data ?? null,
    idToken: tokens.id_token ?? '',
  }
}

/**
 * Core §3.1.3.7, what openid-client leaves to us: no other audiences, as none is trusted (step 3), for no other party
 * (steps 4 and 5), and from the time of this attempt (step 10).
 */
function refuseForeign({ aud, azp, iat }: Claims, { startedAt }: AuthorizationRequest): void {
  if (Array.isArray(aud) && aud.length > 1) throw new Error('the ID token has other audiences')
  if (azp !== undefined && azp !== getSettings().OIDC_CLIENT_ID)
    throw new Error('the ID token is for another party')
  const seconds = Number(iat)
  if (!(seconds >= startedAt - skewSeconds && seconds <= now().getTime() / 1000 + skewSeconds))
    throw new Error('the ID token was issued at another time')
}

/** Authenticated just now, whatever the provider made of max_age (Core §3.1.3.7, step 13). */
function refuseStale({ auth_time: at }: Claims): void {
  const age = now().getTime() / 1000 - Number(at)
  if (typeof at !== 'number' || !(age <= freshSeconds && age >= -skewSeconds))
    throw new Error('the ID token is of an authentication at another time')
}

/** Errors of Core §3.1.2.6 by which the provider or the person declines, and those that pass. */
const declined = ['access_denied', 'login_required', 'interaction_required', 'consent_required']
const passing = ['temporarily_unavailable', 'server_error']

function classify(error: unknown): ProviderRefusal {
  if (error instanceof client.AuthorizationResponseError) {
    if (passing.includes(error.error)) return 'unavailable'
    return declined.includes(error.error) ? 'cancelled' : 'rejected'
  }
  return isOutage(error) ? 'unavailable' : 'rejected'
}

function isOutage(error: unknown): boolean {
  if (error instanceof ProviderUnavailable) return true
  const { cause, status } = (error ?? {}) as { cause?: unknown; status?: number }
  if (cause instanceof Response ? cause.status >= 500 : (status ?? 0) >= 500) return true
  return cause instanceof Error && isOutage(cause)
}
