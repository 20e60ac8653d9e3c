import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error Next brings it without its types.
import compression from 'next/dist/compiled/compression'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainFormerForm } from './former-page'

let server: Server
let origin: string

// As Next does with a form whose action it does not know: `/plain` without its compression, all else with it.
beforeAll(async () => {
  const answer: RequestListener = (request, response) => {
    if (request.url?.endsWith('known')) return void response.end('an answer')
    response.setHeader('Content-Security-Policy', "style-src 'nonce-abc'")
    response.setHeader('x-nextjs-action-not-found', '1').setHeader('Content-Type', 'text/plain')
    response.statusCode = 409
    response.end('Server Action unavailable.')
  }
  server = createServer((request, response) => {
    explainFormerForm(request, response)
    if (request.url?.startsWith('/plain')) answer(request, response)
    else compression()(request, response, () => answer(request, response))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

test.each(['/plain', '/'])('a form of another version is answered by a page: %s', async (path) => {
  const headers = { 'accept-language': 'fr' }
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers })
  const page = await answer.text()
  expect(answer.status).toBe(409)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page).toContain('<h1>Ce portail vient d’être mis à jour</h1>')
  expect(page).toContain('<style nonce="abc">')
  expect(page).toMatch(/<\/html>\n$/)
})

test.each(['/plain/known', '/known'])('others stay as they are: %s', async (path) => {
  expect(await (await fetch(`${origin}${path}`, { method: 'POST' })).text()).toBe('an answer')
})

test('and so does what a script asks, which tells by itself', async () => {
  const answer = await fetch(origin, { method: 'POST', headers: { 'next-action': '7f'.repeat(21) } })
  expect(await answer.text()).toBe('Server Action unavailable.')
})
