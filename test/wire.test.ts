import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findFreePorts } from '@/scripts/check/ports'
import { openWire, type Wire } from './wire'

let echo: Server
let wire: Wire
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
  wire = await openWire(port, to)
  client = connect(port, '127.0.0.1')
  client.on('error', () => {})
  client.on('data', (piece) => {
    heard += piece
  })
})

afterEach(() => {
  client.destroy()
  wire.close()
  echo.close()
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as { port: number }).port
}

async function hear(text: string): Promise<void> {
  client.write(text.slice(heard.length))
  await vi.waitFor(() => expect(heard).toBe(text), { timeout: 5000, interval: 5 })
}

test('a whole wire carries both ways', async () => {
  await hear('one')
  await hear('one two')
})

test('a cut wire carries nothing and sends no error, and delivers what waited once it is restored', async () => {
  await hear('one')
  wire.cut()
  const ended = vi.fn()
  client.on('close', ended)
  client.write(' two')
  await expect(vi.waitFor(() => expect(heard).toBe('one two'), 300)).rejects.toThrow()
  expect(ended).not.toHaveBeenCalled()
  wire.restore()
  await vi.waitFor(() => expect(heard).toBe('one two'), 30_000)
})
