import type { TestGateway } from './gateway'
import { heapInUse } from './heap'
import { openRaw, type RawConnection, rawRequest } from './raw-http'

const form = 'Content-Type: application/x-www-form-urlencoded'
const connections = 8

/**
 * Sends failed authentications of 16 KB, each of another client, from 100 addresses behind a proxy: of IPv4,
 * and of IPv6 each its own subscriber.
 * @returns the bytes of the heap by which each made this process grow
 */
export async function growthPerFailure(gateway: TestGateway, failures: number): Promise<number> {
  const open = await Promise.all(Array.from({ length: connections }, () => openRaw(gateway.port)))
  await Promise.all(open.map((connection) => failOften(connection, 0, 100)))
  const before = heapInUse()
  const share = failures / connections
  await Promise.all(open.map((connection, index) => failOften(connection, index * share + 100, share)))
  const growth = heapInUse() - before
  for (const { close } of open) close()
  return growth / failures
}

async function failOften(connection: RawConnection, from: number, count: number): Promise<void> {
  for (let number = from; number < from + count; number++) {
    connection.send(failure(number))
    const { status } = await connection.read()
    if (status !== 401) throw new Error(`a failure got ${status}`)
  }
}

function failure(number: number): Buffer {
  const place = number % 100
  const address = place % 2 === 0 ? `203.0.113.${place}` : `2001:db8:0:${place}::1`
  const id = `guichet_sandbox_id_${String(number).padStart(22, 'x')}`
  const body = `grant_type=client_credentials&client_id=${id}&client_secret=x&padding=`.padEnd(16_384, 'x')
  return rawRequest('POST', '/oauth/token', [form, `X-Forwarded-For: 198.51.100.1, ${address}`], body)
}
