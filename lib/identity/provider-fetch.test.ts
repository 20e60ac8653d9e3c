import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fetchFromProvider } from './provider-fetch'

test('names the portal as the sender, whatever a library says, and keeps other fields', async () => {
  const received: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    received.push(request.headers)
    response.end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await fetchFromProvider(url)
  const headers = { 'User-Agent': 'a-library/1', Accept: 'application/json', Authorization: 'Basic x' }
  await fetchFromProvider(url, { headers: new Headers(headers) })
  server.close()
  const sender = { 'user-agent': 'sign-in/1 (+http://localhost:3000)' }
  expect(received).toMatchObject([
    { ...sender, accept: '*/*' },
    { ...sender, accept: 'application/json', authorization: 'Basic x' },
  ])
})
