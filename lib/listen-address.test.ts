import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect, test } from 'vitest'
import { describeObstacle, hostToAsk, listen } from './listen-address'

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['::1', '[::1]'],
  ['fe80::1', '[fe80::1]'],
  ['10.0.0.5', '10.0.0.5'],
  ['localhost', 'localhost'],
])('a process that listens at %s is reached at %s', (address, host) => expect(hostToAsk(address)).toBe(host))

const settings = { address: 'LISTEN_ADDRESS', port: 'SANDBOX_PORT' }

test('a port that is taken, and an address of another machine, name their setting', async () => {
  const first = createTcpServer()
  await listen(first, '127.0.0.1', 0, settings)
  const { port } = first.address() as AddressInfo
  await expect(listen(createServer(), '127.0.0.1', port, settings)).rejects.toThrow(
    `SANDBOX_PORT: port ${port} on 127.0.0.1 is taken by another program. Stop that, or set another port.`,
  )
  await expect(listen(createServer(), '192.0.2.1', 0, settings)).rejects.toThrow(
    'LISTEN_ADDRESS: this machine does not have the address 192.0.2.1.',
  )
  first.close()
})

test('a port for root only names its setting, anything else both', () => {
  expect(describeObstacle('EACCES', '127.0.0.1', 80, settings)).toBe(
    'SANDBOX_PORT: this user may not open port 80 on 127.0.0.1. Set one above 1023.',
  )
  expect(describeObstacle('EINVAL', '127.0.0.1', 80, settings)).toMatch(
    /^LISTEN_ADDRESS and SANDBOX_PORT: .+EINVAL/,
  )
})
