import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { copyBody, watchHiddenFields } from './read-form'

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

test('a form that no one began to read is read, but for its file', async () => {
  const form = new FormData()
  form.set('asOf', 'yesterday')
  form.set('file', new File(['x'.repeat(2_000_000)], 'accounts.csv'))
  const response = new Response(form)
  const request = requestOf({ 'content-type': response.headers.get('content-type') ?? '' })
  const copy = copyBody(request)
  request.end(Buffer.from(await response.arrayBuffer()))
  expect(await copy()).toEqual({ fields: [['asOf', 'yesterday']], omitted: true })
})

// As Next's script names them, too.
test.each(['', '_1_'])('what a form says of itself is found, wherever its pieces end: %s', async (prefix) => {
  const form = new FormData()
  const [person, requestKey] = [
    '0190b1d2-7c1b-4000-8000-000000000000',
    '0190b1d2-7c1b-4000-8000-000000000001',
  ]
  form.set(`${prefix}person`, person)
  form.set('before', 'é'.repeat(50))
  form.set(`${prefix}requestKey`, requestKey)
  form.set('after', 'x'.repeat(500))
  form.append(`${prefix}person`, requestKey)
  const bytes = Buffer.from(await new Response(form).arrayBuffer())
  for (let end = 1; end < bytes.length; end += 7) {
    const request = requestOf({})
    const found = watchHiddenFields(request)
    request.on('data', () => {})
    request.write(bytes.subarray(0, end))
    request.end(bytes.subarray(end))
    await new Promise((resolve) => request.once('end', resolve))
    expect(found()).toEqual({ person, requestKey })
  }
})
