import { beforeAll, expect, test } from 'vitest'
import { type TestGateway, withGateways } from '@/test/gateway'
import { openRaw, type RawConnection, rawRequest } from '@/test/raw-http'

const account = '/api/eWallet/v1/account'
const form = 'Content-Type: application/x-www-form-urlencoded'
const body = 'grant_type=client_credentials&client_id=a&client_secret=b'
const ordinary = rawRequest('POST', '/oauth/token', [form], `${body}&more=${'x'.repeat(15_000)}`)
const requests = 20
const rounds = 3
/** Work that is quadratic in their length takes a hundred times as long. */
const maxRatio = 10

const world = withGateways()
let gateway: TestGateway

beforeAll(async () => {
  gateway = await world.start()
})

// ASVS 1.3.12, 15.2.2
test.each([
  [
    'white space in a charset',
    rawRequest('POST', '/oauth/token', [`${form};charset=${' '.repeat(15_000)}"`], body),
  ],
  ['semicolons', rawRequest('POST', '/oauth/token', [form + ';charset=utf-8'.repeat(1000)], body)],
  ['malformed escapes in the query', rawRequest('GET', `${account}?${'%&'.repeat(7500)}`)],
  ['escapes that are not UTF-8', rawRequest('GET', `${account}?${'%ff=%ff&'.repeat(1900)}`)],
  ['many msisdns', rawRequest('GET', `${account}?${'msisdn=%&'.repeat(1700)}`)],
  [
    'malformed escapes next to credentials',
    rawRequest('POST', `/oauth/token?${'%=%&'.repeat(3700)}`, [form], body),
  ],
])('20 requests of 16 kB with %s take little more time than ordinary ones', async (_name, request) => {
  const connection = await openRaw(gateway.port)
  const times = { costly: Number.POSITIVE_INFINITY, ordinary: Number.POSITIVE_INFINITY }
  // The least of some rounds: in another one, the compiler or a collection of garbage may have been at work.
  for (let round = 0; round < rounds; round++) {
    times.ordinary = Math.min(times.ordinary, await measure(connection, ordinary))
    times.costly = Math.min(times.costly, await measure(connection, request))
  }
  expect(times.costly / times.ordinary).toBeLessThan(maxRatio)
  connection.close()
})

/** CPU time in microseconds, not time: the machine may be busy. */
async function measure(connection: RawConnection, request: Buffer): Promise<number> {
  const before = process.cpuUsage()
  for (let count = 0; count < requests; count++) {
    connection.send(request)
    expect((await connection.read()).status).toBeLessThan(402)
  }
  return process.cpuUsage(before).user
}
