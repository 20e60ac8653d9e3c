import { expect, test } from 'vitest'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
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

test('those of an endpoint that exists can be changed', async () => {
  const { administrator } = await setScene(own.owner)
  const siem = { url: 'https://siem.example.com/', events: ['sign_in.refused'], deliveredRefusal: 0n }
  const { id } = await database().webhookEndpoint.create({ data: { id: newId(), ...siem } })
  const html = await loadPage('(administration)/administration/webhooks/page', {}, administrator.claims, {})
  const boxes = [...html.matchAll(/<input[^>]*id="([^"]*)-(audit\.recorded|sign_in\.refused)"[^>]*>/g)]
  expect(boxes.map(([box, of]) => [of, box.includes('checked=""')])).toEqual([
    [id, false],
    [id, true],
  ])
})
