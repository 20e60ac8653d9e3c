import { beforeAll, expect, test } from 'vitest'
import { type TestGateway, withGateways } from '@/test/gateway'
import { openRaw, rawRequest } from '@/test/raw-http'

const account = '/api/eWallet/v1/account'
const form = 'Content-Type: application/x-www-form-urlencoded'
const body = 'grant_type=client_credentials&client_id=a&client_secret=b'
const requests = 20
const maxMilliseconds = 20

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
])('20 requests of 16 kB with %s take little time', async (_name, request) => {
  const connection = await openRaw(gateway.port)
  const { user } = process.cpuUsage()
  for (let count = 0; count < requests; count++) {
    connection.send(request)
    expect((await connection.read()).status).toBeLessThan(402)
  }
  // CPU time, not time: the machine may be busy.
  expect(process.cpuUsage({ user, system: 0 }).user / 1000 / requests).toBeLessThan(maxMilliseconds)
  connection.close()
})
