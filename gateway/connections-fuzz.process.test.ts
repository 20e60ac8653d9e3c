import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFreePorts } from '@/scripts/check/ports'
import { createAccount, createClient } from '@/test/factories'
import { fetchToken, withGateways } from '@/test/gateway'
import { startGateway } from '@/test/guichet'
import { rawRequest } from '@/test/raw-http'

/** 2,000 in `npm run test:all`, 20,000 by `npm --prefix trials run fuzz`, where FUZZ_REQUESTS is a million. */
const total = Math.max(2000, Math.round(Number(process.env.FUZZ_REQUESTS ?? 0) / 50))
const atOnce = 50
const perRun = 250
/** Memory by which a process grows as it warms up. A leak of 6 kB per connection exceeds it in the full run. */
const growthLimit = 60_000_000

const world = withGateways()
let gateway: ChildProcess
let port: number
let fragments: Buffer[]

beforeAll(async () => {
  const client = await createClient(world.owner)
  await createAccount(world.owner, '221770000001', { delayMs: 50 })
  await start()
  const token = await fetchToken({ url: `http://127.0.0.1:${port}` }, client)
  fragments = createFragments(client, token)
}, 60_000)
afterAll(async () => {
  gateway.kill('SIGKILL')
})

/** A separate process, as in production, so that only its memory is measured. */
async function start(): Promise<void> {
  port = await findFreePorts(6)
  gateway = startGateway(world.database, port, port + 1)
  const ready = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => expect(status).toBe(200))
  await vi.waitFor(ready, { timeout: 45_000, interval: 100 })
}

function createFragments(
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  token: string,
) {
  const form = 'Content-Type: application/x-www-form-urlencoded'
  const close = 'Connection: close'
  const body = `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`
  const slow = '/api/eWallet/v1/account?msisdn=221770000001'
  return [
    rawRequest('GET', '/healthz'),
    rawRequest('HEAD', '/healthz'),
    rawRequest('GET', '/healthz', [close]),
    rawRequest('GET', '/.well-known/oauth-authorization-server'),
    rawRequest('POST', '/oauth/token', [form], body),
    rawRequest('POST', '/oauth/token', [form, close], body),
    rawRequest('POST', '/oauth/token', [form, 'Transfer-Encoding: chunked'], `5\r\ngrant\r\n`),
    rawRequest('POST', '/oauth/token', [form, 'Expect: 100-continue', 'Content-Length: 9']),
    rawRequest('POST', '/oauth/token', [form, 'Expect: more', 'Content-Length: 9']),
    rawRequest('POST', '/oauth/token', [form], 'x'.repeat(20_000)),
    rawRequest('GET', slow, [`Authorization: Bearer ${token}`]),
    rawRequest('GET', slow, [`Authorization: Bearer ${token}`, close]),
    rawRequest('GET', '/healthz', ['Connection: upgrade', 'Upgrade: websocket']),
    rawRequest('OPTIONS', '*'),
    rawRequest('FOOBAR', '/nowhere'),
    Buffer.from('CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n'),
    Buffer.from('GET /healthz HTTP/1.0\r\n\r\n'),
    Buffer.from('garbage\r\n\r\n'),
    Buffer.from('\r\n'),
    Buffer.from('GET /healthz HTTP/1.1\r\nHost: a\r\nX: '),
    Buffer.alloc(20_000, 'x'),
    Buffer.from([0, 255, 22, 3, 1]),
  ]
}

/** One connection: what is sent in turn, each piece whole or cut, and how it ends. */
type Plan = {
  pieces: { fragment: number; cut: number; wait: boolean }[]
  reads: boolean
  end: 'reset' | 'close' | 'half-close'
}

const plans = fc.array(
  fc.record<Plan>({
    pieces: fc.array(
      // Mostly whole; the first is often a plain request, so that both parsers get connections to continue with.
      fc.record({
        fragment: fc.oneof(fc.constantFrom(0, 4), fc.nat({ max: 21 })),
        cut: fc.oneof(
          { weight: 3, arbitrary: fc.constant(1) },
          { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
        ),
        wait: fc.boolean(),
      }),
      { maxLength: 6 },
    ),
    reads: fc.boolean(),
    end: fc.constantFrom('reset', 'reset', 'close', 'half-close'),
  }),
  { minLength: perRun, maxLength: perRun },
)

async function carryOut({ pieces, reads, end }: Plan): Promise<void> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let refused = false
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') refused = true
  })
  if (reads) socket.resume()
  for (const { fragment, cut, wait } of pieces) {
    const bytes = fragments[fragment] as Buffer
    if (socket.writable) socket.write(bytes.subarray(0, Math.ceil(bytes.length * cut)))
    // The random wait is part of the test: the gateway may be in any state by then.
    if (wait) await pause(fragment % 4)
  }
  finish(socket, end)
  await closed
  if (refused) throw new Error('the gateway is gone')
}

function finish(socket: Socket, end: Plan['end']): void {
  if (end === 'reset') socket.resetAndDestroy()
  else if (end === 'close') socket.destroy()
  else {
    socket.end()
    // The gateway's timeouts are not awaited here: they have their own tests.
    setTimeout(() => socket.destroy(), 300)
  }
}

async function runAll(all: Plan[]): Promise<void> {
  const waiting = [...all]
  const work = async () => {
    for (let plan = waiting.pop(); plan; plan = waiting.pop()) await carryOut(plan)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

function readMemory(): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${gateway.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Open connections and requests in flight, without those of this query. */
async function countOpen(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port + 2}/metrics`)).text()
  return ['connections', 'requests_in_flight']
    .map((name) => Number(new RegExp(`^guichet_${name}\\{\\S+ (\\d+)`, 'm').exec(text)?.[1]))
    .reduce((sum, count) => sum + count, 0)
}

test(`${total} connections that are cut, reset, half-closed, never read or used after their end: the gateway lives, with flat memory`, {
  tags: 'slow',
  timeout: Math.max(60_000, total * 20),
}, async () => {
  // The preparation of the test keeps a connection or two.
  const before = await countOpen()
  const memory: number[] = []
  let connections = 0
  await fc.assert(
    fc.asyncProperty(plans, async (all) => {
      await runAll(all)
      connections += all.length
      expect(gateway.exitCode ?? gateway.signalCode).toBeNull()
      memory.push(readMemory())
    }),
    { numRuns: Math.ceil(total / perRun), endOnFailure: true },
  )
  await expect.poll(countOpen).toBeLessThanOrEqual(before)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  expect(connections).toBeGreaterThanOrEqual(total)
  // The lowest of each half, as garbage comes and goes, and leaks stay.
  const half = memory.length / 2
  const growth = Math.min(...memory.slice(half)) - Math.min(...memory.slice(0, half))
  if (process.env.FUZZ_REQUESTS) process.stdout.write(summarise(connections, memory))
  expect(growth).toBeLessThan(growthLimit)
})

function summarise(connections: number, memory: number[]): string {
  const megabytes = [0, 0.25, 0.5, 0.75, 1].map((part) =>
    Math.round((memory[Math.floor(part * (memory.length - 1))] ?? 0) / 1e6),
  )
  return `${connections} connections; resident memory in MB at the start and after each quarter: ${megabytes.join(', ')}\n`
}
