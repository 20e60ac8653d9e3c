import { createRemoteJWKSet, customFetch as joseFetch } from 'jose'
import * as client from 'openid-client'
import { now } from '@/lib/clock'
import { requireSetting } from '@/lib/env'
import { fetchFromProvider, ProviderUnavailable } from './provider-fetch'

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
