import { getSettings } from '@/lib/env'

/**
 * The provider of single sign-on, as accounts and sessions refer to it; null without one. Normalised as discovery
 * compares it (OpenID Connect Discovery §4.3).
 */
export function findIssuer(): string | null {
  const { OIDC_ISSUER } = getSettings()
  return OIDC_ISSUER ? new URL(OIDC_ISSUER).href : null
}

/** The provider's name for people; null without a provider. */
export function findProviderName(): string | null {
  const { OIDC_NAME, OIDC_ISSUER } = getSettings()
  return OIDC_ISSUER ? (OIDC_NAME ?? new URL(OIDC_ISSUER).host) : null
}

/** Where the provider sends people back to: the redirect URI to register with it. */
export function callbackUrl(): string {
  return `${getSettings().PORTAL_URL}/oidc/callback`
}
