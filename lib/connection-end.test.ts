import { createServer, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { heapInUse } from '@/test/heap'
import { openRaw, rawRequest } from '@/test/raw-http'
import { listenOnFreePort } from '@/test/resources'
import { admitPipelined } from './connection-end'

const get = rawRequest('GET', '/')
const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

/** A server whose responses wait, and a connection to it. */
async function start() {
  const waiting: ServerResponse[] = []
  const server = createServer((request, response) => {
    if (admitPipelined(request, response)) waiting.push(response)
  })
  servers.push(server)
  const port = await listenOnFreePort(server)
  const respond = (index: number) => {
    const body = String(index)
    waiting[index]?.setHeader('Content-Length', body.length).end(body)
  }
  return { connection: await openRaw(port), waiting, respond }
}

test('sixteen requests of a connection may wait, their responses keep their order, and make room for others', async () => {
  const { connection, waiting, respond } = await start()
  for (const round of [0, 16, 32]) {
    connection.send(Buffer.concat(Array(16).fill(get)))
    await expect.poll(() => waiting.length).toBe(round + 16)
    for (let index = 15; index >= 0; index--) respond(round + index)
    for (let index = 0; index < 16; index++)
      expect(await connection.read()).toMatchObject({
        headers: { connection: 'keep-alive' },
        body: String(round + index),
      })
  }
})

test.each([false, true])(
  'of a connection that sends more nothing is kept, and it closes with the sixteenth response, begun before: %s',
  async (begun) => {
    const { connection, waiting, respond } = await start()
    if (begun) {
      connection.send(Buffer.concat(Array(16).fill(get)))
      await expect.poll(() => waiting.length).toBe(16)
      respond(15)
    }
    const before = heapInUse()
    const flood = Buffer.concat(Array(10_000).fill(get))
    for (let sent = 0; sent < 20; sent++) await new Promise((taken) => connection.socket.write(flood, taken))
    expect(heapInUse() - before).toBeLessThan(4_000_000)
    expect(waiting).toHaveLength(16)
    for (let index = begun ? 14 : 15; index >= 0; index--) respond(index)
    // A connection that is closed while its caller still sends would be reset, and the responses lost.
    const sending = setInterval(() => connection.send(flood), 1)
    for (let index = 0; index < 16; index++)
      expect(await connection.read()).toMatchObject({ body: String(index) })
    clearInterval(sending)
    await connection.closed
  },
)
