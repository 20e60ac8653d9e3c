import { expect, test } from 'vitest'
import { loadPage } from '@/test/access/load-page'
import { setScene } from '@/test/access/scene'
import { withOwnDatabase } from '@/test/own-database'

const own = withOwnDatabase()

test('the events of the administration are chosen from the start', async () => {
  const { administrator } = await setScene(own.owner)
  const html = await loadPage('(administration)/administration/webhooks/page', {}, administrator.claims, {})
  const boxes = html.match(/<input[^>]*name="(audit\.recorded|sign_in\.refused)"[^>]*>/g) ?? []
  expect(boxes.map((box) => box.includes('checked=""'))).toEqual([true, true])
})
