import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { copyBody, watchFormKey } from './read-form'

function requestOf(headers: Record<string, string>) {
  return Object.assign(new PassThrough(), { headers }) as unknown as IncomingMessage & PassThrough
}

async function copyOf(form: FormData) {
  const response = new Response(form)
  const headers = { 'content-type': response.headers.get('content-type') ?? '' }
  const request = requestOf(headers)
  const copy = copyBody(request)
  request.on('data', () => {})
  request.end(Buffer.from(await response.arrayBuffer()))
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

test.each([
  'requestKey',
  // As Next's script names it.
  '1_requestKey',
])(
  'the key of a form, %s, is found in a body that someone else reads, wherever its pieces end',
  async (name) => {
    const form = new FormData()
    const key = '0190b1d2-7c1b-4000-8000-000000000000'
    form.set('before', 'é'.repeat(50))
    form.set(name, key)
    form.set('after', 'x'.repeat(500))
    const bytes = Buffer.from(await new Response(form).arrayBuffer())
    for (let end = 1; end < bytes.length; end += 7) {
      const request = requestOf({})
      const found = watchFormKey(request)
      request.on('data', () => {})
      request.write(bytes.subarray(0, end))
      request.end(bytes.subarray(end))
      await new Promise((resolve) => request.once('end', resolve))
      expect(found()).toBe(key)
    }
  },
)
