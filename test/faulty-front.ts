import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/** What happens to a request: it is answered instead, gets no answer, or gets none although it was let through. */
type Fault = number | 'away' | 'answer lost'

const passedOn = ['authorization', 'content-type', 'feed-position']

/** A proxy in front of a server: each of `faults` takes the place of one request, and the others are let through. */
export function withFaultyFront(findServer: () => string) {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    front.requests++
    const fault = front.faults.shift()
    if (typeof fault === 'number')
      return response.writeHead(fault, { Location: '/healthz' }).end('as the test wants it')
    if (fault === 'away') return request.socket.destroy()
    const own = Object.entries(request.headers).filter(([name]) => passedOn.includes(name))
    const headers = Object.fromEntries(own) as Record<string, string>
    const given = { method: request.method, headers, body: request.method === 'GET' ? null : body }
    const answer = await fetch(`${findServer()}${request.url}`, given).catch(() => null)
    if (!answer || fault === 'answer lost') return request.socket.destroy()
    response.writeHead(answer.status).end(await answer.text())
  })
  const front = { address: '', requests: 0, faults: [] as Fault[] }
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    front.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return front
}
