import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastBranding, rememberBranding, rememberLogo } from '@/lib/branding/last-read'
import { guichetBranding } from '@/lib/branding/schema'
import { outagePage } from './outage-page'
import type { Visit } from './visit'

const before = lastBranding()
const bytes = Buffer.from('a picture')

beforeAll(() => {
  rememberBranding({ ...guichetBranding, productName: 'Kora', logoHash: 'a1', saved: true })
  rememberLogo({ hash: 'a1', bytes })
})

afterAll(() => {
  rememberBranding(before ?? guichetBranding)
  rememberLogo(null)
})

test.each(['/applications', '/status'])('during an outage, %s has the logo that was last read', (path) => {
  const request = { method: 'GET', headers: {} } as IncomingMessage
  const page = outagePage({ request, requestId: '1', nonce: '2', pathname: path, path } as Visit, null)
  expect(page).toContain(
    `<img alt="" src="data:image/png;base64,${bytes.toString('base64')}" height="32"><span>Kora<`,
  )
})
