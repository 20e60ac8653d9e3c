import type { IncomingMessage } from 'node:http'
import { beforeAll, test, vi } from 'vitest'
import { rememberBranding } from '@/lib/branding/last-read'
import { guichetBranding } from '@/lib/branding/schema'
import { locales, nameOf } from '@/lib/languages'
import { expectOnlyPseudo, testLocale } from '@/test/pseudo-locale'
import { crossSitePage, describeTooLarge, tooLargePage } from './admission'
import { brokenPage } from './broken-request'
import type { PortalExchange } from './exchange'
import { describeMalformed, malformedPage, versionSkewPage } from './server'
import { outagePage } from './standalone-page'

// What an earlier test of this process has read.
beforeAll(() => void rememberBranding(guichetBranding))

const exchange = (method: string, path: string, headers = {}): PortalExchange => ({
  request: { method, headers: { cookie: `locale=${testLocale}`, ...headers } } as IncomingMessage,
  response: {} as PortalExchange['response'],
  requestId: '1',
  nonce: '2',
  address: '127.0.0.1',
  pathname: path,
  path,
})
const sent = exchange('POST', '/applications')
const hidden = exchange('POST', '/applications', { origin: 'null' })
const file = exchange('POST', '/organisations/1/documents')

const pages = {
  'of an outage': outagePage.bind(null, exchange('GET', '/'), null),
  'of an outage, to a form': outagePage.bind(null, sent, { fields: [], omitted: true }),
  'of an outage, to a form that is lost': outagePage.bind(null, sent, null),
  'for a form that is too large': tooLargePage.bind(null, sent),
  'for a file that is too large': tooLargePage.bind(null, file),
  'for a script’s file that is too large': describeTooLarge.bind(null, file),
  'for a stale form': versionSkewPage.bind(null, sent),
  'for a request that can’t be read': malformedPage.bind(null, sent),
  'for a script’s request that can’t be read': describeMalformed.bind(null, sent),
  'for too many cookies': () => brokenPage(431, 'cookies', '2', `Accept-Language: ${testLocale}`),
  'for a URL that is too long': () => brokenPage(431, 'longUrl', '2', `Accept-Language: ${testLocale}`),
  'for a slow request': () => brokenPage(408, 'slow', '2', `Accept-Language: ${testLocale}`),
  'for a form from another site': crossSitePage.bind(
    null,
    exchange('POST', '/', { origin: 'https://x.example' }),
  ),
  'for a form from nowhere': crossSitePage.bind(null, hidden),
}

test.each(Object.entries(pages))('the page %s says nothing that is no message', (_, render) => {
  vi.stubGlobal('guichetSettings', { PORTAL_URL: 'https://portal.example' })
  const page = render()
  // The languages are named in themselves.
  expectOnlyPseudo(page, `Guichet ${locales.map(nameOf).join(' ')} Mo portal.example`)
  vi.unstubAllGlobals()
})
