import { expect, test } from 'vitest'
import { createPool } from '@/lib/pool'
import { raiseAlert } from '@/lib/usage/commands'
import { loadPage } from '@/test/access/load-page'
import { setScene } from '@/test/access/scene'
import { createApplication } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'

const own = withOwnDatabase()

test('an alert says in words how many and from where; what is not known, as it was recorded', async () => {
  const { administrator } = await setScene(own.owner)
  const gateway = createPool(own.gatewayUrl, 1, 'test')
  const details: Record<string, string | number>[] = [
    { limit: 1000, address: '203.0.113.24' },
    { limit: 100 },
  ]
  for (const detail of details) {
    const { id } = await createApplication(own.owner, { environment: 'production' })
    await raiseAlert(gateway, 'production', 'account_enumeration', id, detail)
  }
  await gateway.end()
  const html = await loadPage('(administration)/administration/alerts/page', {}, administrator.claims, {})
  const text = html.replace(/<[^>]+>/g, '')
  expect(text).toContain('More than 1,000 in a minute, from 203.0.113.24')
  expect(text).toContain('{&quot;limit&quot;:100}')
})
