import * as client from 'openid-client'
import { getSettings } from '@/lib/env'
import { getProvider } from './provider'
import { ProviderUnavailable } from './provider-fetch'
import { findLogoutHint } from './provider-session'

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
