import { createSocket, type Socket } from 'node:dgram'
import type * as Dns from 'node:dns/promises'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, isIPv4 } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type * as Address from '@/lib/webhooks/address'
import { type Certificate, createCertificate } from '@/test/certificate'
import { temporaryFolder } from '@/test/resources'
import { postWebhook } from './deliver-webhooks'

// Names as a name server gives them. Only 127.0.0.1 is judged as an address of the internet; all others are
// what they are.

const globalAddress = '127.0.0.1'
const names = vi.hoisted(() => ({ server: '' }))

vi.mock('node:dns/promises', async (importOriginal) => {
  const original = await importOriginal<typeof Dns>()
  class Resolver extends original.Resolver {
    constructor(...given: ConstructorParameters<typeof original.Resolver>) {
      super(...given)
      this.setServers([names.server])
    }
  }
  return { ...original, Resolver }
})

vi.mock('@/lib/webhooks/address', async (importOriginal) => {
  const original = await importOriginal<typeof Address>()
  const judgeAddress: typeof original.judgeAddress = (address, networks) =>
    address === globalAddress ? 'global' : original.judgeAddress(address, networks)
  return { ...original, judgeAddress }
})

/** The name server's answers to each question in turn; the last answer stays. Silent about a type without any. */
let answers: { A?: string[][]; AAAA?: string[][] }
const asked: string[] = []
let nameServer: Socket
let receiver: Server
let connections: number
const folder = temporaryFolder()
let certificate: Certificate

beforeAll(async () => {
  certificate = createCertificate(folder, 'hooks.example', ['-addext', 'subjectAltName=DNS:hooks.example'])
  nameServer = createSocket('udp4').on('message', (question, { port, address }) => {
    const answer = answerQuestion(question)
    if (answer) nameServer.send(answer, port, address)
  })
  await new Promise<void>((done) => nameServer.bind(0, '127.0.0.1', done))
  names.server = `127.0.0.1:${nameServer.address().port}`
  const { cert, key } = certificate
  receiver = createServer({ cert, key }, (_, response) => response.end('thank you'))
  receiver.on('connection', () => connections++)
  await new Promise<void>((done) => receiver.listen(0, globalAddress, done))
})
afterAll(() => {
  nameServer.close()
  receiver.close()
})
beforeEach(() => {
  asked.length = connections = 0
})

/** RFC 1035 §4.1: the question is copied, and each address points back at its name. */
function answerQuestion(question: Buffer): Buffer | null {
  const end = question.indexOf(0, 12) + 5
  const type = question.readUInt16BE(end - 4) === 1 ? 'A' : 'AAAA'
  asked.push(type)
  const given = answers[type]
  if (!given) return null
  const addresses = (given.length > 1 ? given.shift() : given[0]) ?? []
  const head = Buffer.from(question.subarray(0, end))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, ...addresses.map(writeRecord)])
}

function writeRecord(address: string): Buffer {
  const data = isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(address.replaceAll(':', ''), 'hex')
  const head = Buffer.from([0xc0, 12, 0, data.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([head, data])
}

function post(timeoutMs = 8000) {
  const { port } = receiver.address() as AddressInfo
  const tls = { ca: certificate.cert }
  return postWebhook(new URL(`https://hooks.example:${port}/`), {}, '{}', { networks: [], timeoutMs, tls })
}

/** IPv6 written out, as this name server reads it. */
const inIPv6 = (start: string, end: string) => `${start}${end.padStart(32 - start.length, '0')}`

// ASVS 1.3.6
test.each([
  ['A', ['127.0.0.2']],
  ['A', ['10.0.0.1', '192.168.1.1', '172.16.0.1', '169.254.169.254', '100.64.0.1']],
  ['AAAA', [inIPv6('', '1')]],
  ['AAAA', [inIPv6('', 'ffff7f000001')]],
  ['AAAA', [inIPv6('fe80', '1'), inIPv6('fd00', '1'), inIPv6('fec0', '1')]],
])('a name with %s records of %j is not connected to', async (type, addresses) => {
  answers = { A: [[]], AAAA: [[]], [type]: [addresses] }
  expect(await post()).toMatchObject({ error: 'address_refused' })
  expect(connections).toBe(0)
})

test('a name that changes after its check leads to what was checked, and is asked about once', async () => {
  answers = { A: [[globalAddress], ['127.0.0.2']], AAAA: [[], [inIPv6('', '1')]] }
  expect(await post()).toMatchObject({ status: 200, response: 'thank you' })
  expect(asked.sort()).toEqual(['A', 'AAAA'])
  // Its next delivery is checked again.
  expect(await post()).toMatchObject({ error: 'address_refused' })
  expect(connections).toBe(1)
})

test('of several addresses only those that may be called are', async () => {
  answers = { A: [['127.0.0.2', globalAddress]], AAAA: [[inIPv6('', '1')]] }
  expect(await post()).toMatchObject({ status: 200 })
})

test('a server that says nothing about IPv6 does not keep IPv4 from being used', {
  tags: 'slow',
}, async () => {
  answers = { A: [[globalAddress]] }
  expect(await post()).toMatchObject({ status: 200 })
})

test('a server that says nothing, or that there is no such name, is the end of the attempt', async () => {
  answers = {}
  expect(await post(300)).toMatchObject({ error: 'timeout' })
  answers = { A: [[]], AAAA: [[]] }
  expect(await post()).toMatchObject({ error: 'name_unknown' })
})
