import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Announcement } from '@/generated/prisma/client'
import { rememberAnnouncements } from '@/lib/announcements/last-read'
import { lastBranding, rememberBranding, rememberLogo } from '@/lib/branding/last-read'
import { guichetBranding } from '@/lib/branding/schema'
import type { PortalExchange } from './exchange'
import { outagePage } from './standalone-page'

const before = lastBranding()
const bytes = Buffer.from('a picture')

beforeAll(() => {
  rememberBranding({ ...guichetBranding, productName: 'Kora', logoHash: 'a1', saved: true })
  rememberLogo({ hash: 'a1', bytes })
})

afterAll(() => {
  rememberBranding(before ?? guichetBranding)
  rememberLogo(null)
  rememberAnnouncements([])
})

test.each(['/applications', '/status'])('during an outage, %s has the logo that was last read', (path) => {
  expect(show(path)).toContain(
    `<img alt="" src="data:image/png;base64,${bytes.toString('base64')}" height="32"><span>Kora<`,
  )
})

test('an announced period is written as on every page', () => {
  const maintenance = { kind: 'maintenance', titleEn: 'Upgrade', titleFr: 'Mise à jour' } as const
  const period = { startsAt: new Date('2999-12-02T16:00:00Z'), endsAt: new Date('2999-12-02T19:00:00Z') }
  rememberAnnouncements([{ ...maintenance, ...period } as Announcement])
  expect(show('/')).toContain('Upgrade<br><small>2 Dec 2999, 16:00–19:00 UTC<')
})

function show(path: string): string {
  const request = { method: 'GET', headers: {} } as IncomingMessage
  return outagePage({ request, requestId: '1', nonce: '2', pathname: path, path } as PortalExchange, null)
}
