import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { admitPipelined } from './pipelining'

/** A connection, as far as counting concerns it. */
function connect() {
  const socket = {
    destroyed: false,
    destroy() {
      socket.destroyed = true
    },
  }
  const ask = () => {
    const response = new EventEmitter()
    const admitted = admitPipelined({ socket } as IncomingMessage, response as ServerResponse)
    return { admitted, close: () => response.emit('close') }
  }
  return { socket, ask }
}

test('sixteen requests of a connection may wait for their responses, and one more closes it', () => {
  const { socket, ask } = connect()
  const first = Array.from({ length: 16 }, ask)
  expect(first.every(({ admitted }) => admitted)).toBe(true)
  expect(socket.destroyed).toBe(false)
  expect(ask().admitted).toBe(false)
  expect(socket.destroyed).toBe(true)
})

test('what has its response makes room, once', () => {
  const { socket, ask } = connect()
  const [first] = Array.from({ length: 16 }, ask)
  first?.close()
  first?.close()
  expect(ask().admitted).toBe(true)
  expect(ask().admitted).toBe(false)
  expect(socket.destroyed).toBe(true)
})

test('what Node reports of a connection that is closed is not served, and connections count apart', () => {
  const closed = connect()
  closed.socket.destroy()
  expect(closed.ask().admitted).toBe(false)
  Array.from({ length: 16 }, connect().ask)
  expect(connect().ask().admitted).toBe(true)
})
