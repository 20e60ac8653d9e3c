import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findFreePorts } from '../test/ports'
import { type FaultProxy, openFaultProxy } from './fault-proxy'

let echo: Server
let proxy: FaultProxy
let client: Socket
let heard = ''

beforeEach(async () => {
  heard = ''
  echo = createServer((socket) => {
    socket.on('error', () => {})
    socket.pipe(socket)
  })
  const to = await listen(echo)
  const port = await findFreePorts(1)
  proxy = await openFaultProxy(port, to, () => 0)
  client = connect(port, '127.0.0.1')
  client.on('error', () => {})
  client.on('data', (piece) => {
    heard += piece
  })
})

afterEach(() => {
  client.destroy()
  proxy.close()
  echo.close()
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as { port: number }).port
}

async function hear(text: string): Promise<number> {
  const began = performance.now()
  client.write(text.slice(heard.length))
  await vi.waitFor(() => expect(heard).toBe(text), { timeout: 5000, interval: 5 })
  return performance.now() - began
}

test('a whole wire carries both ways', async () => {
  await hear('one')
  await hear('one two')
})

test('a cut wire carries nothing and says nothing, and what waited comes once it is whole', async () => {
  await hear('one')
  proxy.set({ is: 'cut' })
  const ended = vi.fn()
  client.on('close', ended)
  client.write(' two')
  await expect(vi.waitFor(() => expect(heard).toBe('one two'), 300)).rejects.toThrow()
  expect(ended).not.toHaveBeenCalled()
  proxy.set({ is: 'whole' })
  await vi.waitFor(() => expect(heard).toBe('one two'), 5000)
})

test('a late wire is late each way, and a lost piece comes when it is sent again', async () => {
  await hear('one')
  proxy.set({ is: 'delay', milliseconds: 100 })
  expect(await hear('one two')).toBeGreaterThanOrEqual(195)
  proxy.set({ is: 'loss', oneIn: 20 })
  expect(await hear('one two three')).toBeGreaterThanOrEqual(395)
})
