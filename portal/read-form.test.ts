import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { copyBody } from './read-form'

async function copyOf(form: FormData) {
  const response = new Response(form)
  const headers = { 'content-type': response.headers.get('content-type') ?? '' }
  const request = Object.assign(new PassThrough(), { headers }) as unknown as IncomingMessage
  const copy = copyBody(request)
  request.on('data', () => {})
  ;(request as unknown as PassThrough).end(Buffer.from(await response.arrayBuffer()))
  await new Promise((resolve) => request.once('end', resolve))
  return copy()
}

test('a form that someone else reads is copied, but for passwords and what is too large', async () => {
  const form = new FormData()
  form.set('reason', 'All is “well”.')
  form.set('password', 'secret')
  expect(await copyOf(form)).toEqual({ fields: [['reason', 'All is “well”.']], omitted: true })
  form.set('reason', 'x'.repeat(600_000))
  expect(await copyOf(form)).toBeNull()
})
