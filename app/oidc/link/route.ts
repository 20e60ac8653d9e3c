import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { withReturn } from '@/app/_request/return-path'
import { findCurrentDeveloper, isRecentlyAuthenticated } from '@/app/_request/session'
import { beginAtProvider, redirectResponse, renderRedirectPage } from '@/app/_request/to-provider'
import { withQuery } from '@/components/query'
import { getLocale } from '@/i18n/current-locale'
import { findProviderName } from '@/lib/identity/provider-settings'

const page = '/account/security#identity'

/**
 * Leads to the provider to link who comes back to this account. By POST, whose origin the portal's server checks:
 * another site could have signed the browser in there as someone else, who would then have this account.
 */
export async function POST(): Promise<Response> {
  const developer = await findCurrentDeveloper()
  if (!developer) return redirectResponse(withReturn('/sign-in', page))
  const provider = findProviderName()
  if (!provider) notFound()
  if (!isRecentlyAuthenticated(developer)) return redirectResponse(withQuery('/confirm', { next: page }))
  const from = { sessionId: developer.sessionId, next: page }
  const { url, away } = await beginAtProvider('link', from, page)
  if (away) return redirectResponse(url)
  const t = await getTranslations('provider')
  return renderRedirectPage(url, { title: t('continue', { provider }), locale: await getLocale() })
}
