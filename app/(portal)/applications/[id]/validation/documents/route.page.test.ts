import { expect, test } from 'vitest'
import { asCaller } from '@/test/access/next-request'
import { setScene } from '@/test/access/scene'
import { withOwnDatabase } from '@/test/own-database'
import { publishNow } from '@/test/terms'
import { POST } from './route'

const { owner } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })

test('a document of someone who has yet to accept the terms is not received', async () => {
  const scene = await setScene(owner)
  const { applicationId: id } = await scene.production()
  await publishNow(owner)
  const send = (accept: string) => {
    const headers = { accept }
    const request = new Request('http://localhost:3000', { method: 'POST', headers, body: new FormData() })
    return asCaller(scene.owner.claims, () => POST(request, { params: Promise.resolve({ id }) }))
  }
  expect((await send('application/json')).status).toBe(403)
  const led = await send('text/html')
  expect([led.status, led.headers.get('location')]).toEqual([
    303,
    `/terms/accept?next=${encodeURIComponent(`/applications/${id}/validation`)}`,
  ])
})
