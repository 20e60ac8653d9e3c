import { getTranslations } from 'next-intl/server'
import { findSignOut } from '@/app/_request/provider-attempt'
import { redirectResponse, renderRedirectPage } from '@/app/_request/to-provider'
import { getLocale } from '@/i18n/current-locale'
import { describeLogout } from '@/lib/identity/provider'
import { findProviderName } from '@/lib/identity/provider-settings'

/** After signing out here: leads to the provider, to sign out there too (RP-Initiated Logout 1.0 §2). */
export async function GET(): Promise<Response> {
  const provider = findProviderName()
  const sessionId = provider ? await findSignOut() : null
  const url = sessionId ? await describeLogout(sessionId) : null
  if (!provider || !url) return redirectResponse('/')
  const t = await getTranslations('provider')
  return renderRedirectPage(url, { title: t('signOut', { provider }), locale: await getLocale() })
}
