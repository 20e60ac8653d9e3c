import { expect, test } from 'vitest'
import { loadPage } from '@/test/access/load-page'
import { setScene } from '@/test/access/scene'
import { withOwnDatabase } from '@/test/own-database'

const own = withOwnDatabase()

test('the only event of the administration is chosen from the start', async () => {
  const { administrator } = await setScene(own.owner)
  const html = await loadPage('(administration)/administration/webhooks/page', {}, administrator.claims, {})
  const [box = ''] = /<input[^>]*name="audit\.recorded"[^>]*>/.exec(html) ?? []
  expect(box).toContain('checked=""')
})
