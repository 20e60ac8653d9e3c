import { createRemoteJWKSet, customFetch as joseFetch } from 'jose'
import * as client from 'openid-client'
import { z } from 'zod'
import type { Role } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { emailAddress } from '@/lib/email-address'
import { getSettings, requireSetting } from '@/lib/env'
import { fetchFromProvider, ProviderUnavailable } from './provider-fetch'
import { findLogoutHint } from './provider-session'

/** Seconds by which the clocks of provider and portal may differ. */
export const skewSeconds = 30

/** The provider's metadata is read again after an hour; until then it is used even while the provider is away. */
const refreshMs = 3_600_000
/** Strangers send logout tokens: an unknown key makes the portal read the provider's keys at most this often. */
const keysRestMs = 5_000

export type Provider = {
  configuration: client.Configuration
  metadata: client.ServerMetadata
  /** The keys for logout tokens; openid-client has its own for ID tokens (`withCurrentKeys`). */
  keys: ReturnType<typeof createRemoteJWKSet> | null
}

type Known = { provider?: Provider; readAt: number; reading?: Promise<Provider> }

/** By issuer and client, for tests, which change them. */
const known = new Map<string, Known>()

/**
 * The provider with its metadata (OpenID Connect Discovery §4), read when it is first needed.
 * @throws ProviderUnavailable when its metadata was never read and cannot be read now
 */
export async function getProvider(): Promise<Provider> {
  const key = `${requireSetting('OIDC_ISSUER')} ${requireSetting('OIDC_CLIENT_ID')}`
  const entry = known.get(key) ?? { readAt: 0 }
  known.set(key, entry)
  if (entry.provider && Math.abs(now().getTime() - entry.readAt) < refreshMs) return entry.provider
  entry.reading ??= discover().finally(() => {
    entry.reading = undefined
  })
  try {
    entry.provider = await entry.reading
    entry.readAt = now().getTime()
  } catch (error) {
    if (!entry.provider) throw new ProviderUnavailable('its metadata cannot be read', { cause: error })
  }
  return entry.provider
}

/**
 * The configuration for one ID token, which reads the provider's keys again: openid-client reuses them for a minute or
 * more, and a code cannot be exchanged twice if the provider has changed them since.
 */
export function withCurrentKeys({ metadata }: Pick<Provider, 'metadata'>): client.Configuration {
  const { id, metadata: own, authentication } = describeClient()
  const configuration = new client.Configuration(metadata, id, own, authentication)
  configuration[client.customFetch] = customFetch
  for (const setUp of setUps()) setUp(configuration)
  return configuration
}

async function discover(): Promise<Provider> {
  const { id, metadata: own, authentication } = describeClient()
  const options = { [client.customFetch]: customFetch, execute: setUps() }
  const issuer = new URL(requireSetting('OIDC_ISSUER'))
  const configuration = await client.discovery(issuer, id, own, authentication, options)
  const metadata = configuration.serverMetadata()
  const keys = metadata.jwks_uri
    ? createRemoteJWKSet(new URL(metadata.jwks_uri), {
        [joseFetch]: fetchFromProvider,
        cooldownDuration: keysRestMs,
      })
    : null
  return { configuration, metadata, keys }
}

const customFetch: client.CustomFetch = (url, options) => fetchFromProvider(url, options as RequestInit)

function describeClient() {
  const secret = requireSetting('OIDC_CLIENT_SECRET')
  const metadata = { client_secret: secret, [client.clockTolerance]: skewSeconds }
  return { id: requireSetting('OIDC_CLIENT_ID'), metadata, authentication: authenticateWith(secret) }
}

function setUps() {
  // Signatures are checked even though the ID token comes over TLS from the provider itself (Core §3.1.3.7, step 6).
  const checks = [client.enableNonRepudiationChecks]
  // lib/env.ts refuses http beyond this machine.
  return requireSetting('OIDC_ISSUER').startsWith('http:')
    ? [...checks, client.allowInsecureRequests]
    : checks
}

/** HTTP Basic, the default of OpenID Connect Registration §2, unless the provider lists only the other. */
function authenticateWith(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
    return (isPost ? post : basic)(server, ...rest)
  }
}

/**
 * The URL at which a browser ends the provider's own session too (RP-Initiated Logout 1.0 §2).
 * @param sessionId of a session that the provider opened and its owner ended
 * @returns null when the provider has no such URL, or is away
 */
export async function describeLogout(sessionId: string): Promise<string | null> {
  try {
    const { configuration, metadata } = await getProvider()
    if (!metadata.end_session_endpoint) return null
    const hint = await findLogoutHint(sessionId)
    const parameters = {
      post_logout_redirect_uri: `${getSettings().PORTAL_URL}/`,
      ...(hint ? { id_token_hint: hint } : {}),
    }
    return client.buildEndSessionUrl(configuration, parameters).href
  } catch (error) {
    if (error instanceof ProviderUnavailable) return null
    throw error
  }
}

/** Claims of an ID token or of the UserInfo endpoint; only their signature and purpose have been checked. */
export type Claims = Record<string, unknown>

/** Core §2: at most 255 ASCII characters. No provider uses control characters. */
export const subjectSchema = z.string().regex(/^[\x20-\x7e]{1,255}$/)

/**
 * The role that the claim of OIDC_ROLES_CLAIM gives: `administrator` before `reviewer`, and `developer` without a
 * matching value. The claim is a list of texts, or one text; its name may lead into objects (`realm_access.roles`).
 */
export function readRole(claims: Claims): Role {
  const { OIDC_ROLES_CLAIM, OIDC_ADMINISTRATOR_VALUES, OIDC_REVIEWER_VALUES } = getSettings()
  const claim = findClaim(claims, OIDC_ROLES_CLAIM)
  const values = Array.isArray(claim) ? claim : [claim]
  const gives = (wanted: string[]) =>
    values.some((value) => typeof value === 'string' && wanted.includes(value))
  if (gives(OIDC_ADMINISTRATOR_VALUES)) return 'administrator'
  return gives(OIDC_REVIEWER_VALUES) ? 'reviewer' : 'developer'
}

/** True when the claims contain what {@link readRole} looks at. */
export function hasRoles(claims: Claims): boolean {
  return findClaim(claims, getSettings().OIDC_ROLES_CLAIM) !== undefined
}

/** The e-mail address in the form that accounts have, and whether the provider says that it is this person's. */
export function readAddress(claims: Claims): { email: string | null; verified: boolean } {
  const parsed = emailAddress.safeParse(claims.email)
  return { email: parsed.success ? parsed.data : null, verified: isVerified(claims) }
}

/**
 * Entra ID has no `email_verified`: its optional claim `xms_edov` says that the owner of the address's domain was
 * verified, as a boolean or as `1`.
 */
function isVerified({ email_verified, xms_edov }: Claims): boolean {
  if (email_verified !== undefined) return email_verified === true || email_verified === 'true'
  return xms_edov === true || xms_edov === 1 || xms_edov === '1'
}

/** A claim whose own name contains dots, such as a URL, comes before one inside an object. */
function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Claims)[part]
  }
  return value
}
