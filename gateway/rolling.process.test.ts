import type { ChildProcess } from 'node:child_process'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFreePorts } from '@/scripts/check/ports'
import { type Client, createAccount, createClient } from '@/test/factories'
import { fetchToken, withGateways } from '@/test/gateway'
import { startGateway } from '@/test/guichet'

const msisdn = '221771234567'
const callers = 8

const world = withGateways()
let client: Client
let proxy: Server
let watching: NodeJS.Timeout
const backends: { port: number; metrics: number; ready: boolean; child?: ChildProcess }[] = []

beforeAll(async () => {
  client = await createClient(world.owner)
  await createAccount(world.owner, msisdn)
  const first = await findFreePorts(10)
  // Each uses the second of the four ports from the given one.
  for (const metrics of [first + 2, first + 6])
    backends.push({ port: first + backends.length, metrics, ready: false })
  for (const backend of backends) await start(backend)
  await watch()
  watching = setInterval(watch, 100)
  proxy = createProxy()
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
}, 120_000)
afterAll(async () => {
  clearInterval(watching)
  proxy.close()
  for (const { child } of backends) child?.kill('SIGKILL')
})

test('two gateways are restarted one after the other under load, and no call fails', {
  tags: 'slow',
  timeout: 120_000,
}, async () => {
  const port = (proxy.address() as { port: number }).port
  const token = await fetchToken({ url: `http://127.0.0.1:${port}` }, client)
  const answers: string[] = []
  let going = true
  const agent = new Agent({ keepAlive: true })
  const call = async () => {
    for (; going; )
      answers.push(await ask(port, agent, token).catch((error) => `failed: ${error.code ?? error}`))
  }
  const load = Array.from({ length: callers }, call)
  for (const backend of backends) {
    const former = backend.child as ChildProcess
    const served = answers.length
    const ended = new Promise((done) => former.once('exit', done))
    former.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(answers.length).toBeGreaterThan(served)
    await start(backend)
    await expect.poll(() => backend.ready).toBe(true)
  }
  going = false
  await Promise.all(load)
  agent.destroy()
  expect(answers.filter((answer) => answer !== 'good')).toEqual([])
  expect(answers.length).toBeGreaterThan(50)
})

/** A separate process, as in production, which a signal ends. */
async function start(backend: (typeof backends)[number]): Promise<void> {
  const env = { DRAIN_SECONDS: '1' }
  backend.child = startGateway(world.database, backend.port, backend.metrics, env)
  await vi.waitFor(async () => expect(await isReady(backend.port)).toBe(true), {
    timeout: 45_000,
    interval: 50,
  })
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

async function watch(): Promise<void> {
  for (const backend of backends) backend.ready = await isReady(backend.port)
}

/** Like HAProxy in TCP mode: in rotation to those whose health check passed; if refused, to the next. */
function createProxy(): Server {
  let turn = 0
  return createServer((from) => {
    const ready = backends.filter(({ ready }) => ready)
    const [first, second] = turn++ % 2 === 0 ? ready : [...ready].reverse()
    const join = (port: number, otherwise: number | undefined) => {
      const to = connect(port, '127.0.0.1')
      to.once('connect', () => from.pipe(to).pipe(from))
      to.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && otherwise) join(otherwise, undefined)
        else from.destroy()
      })
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
    }
    if (first) join(first.port, second?.port)
    else from.destroy()
  })
}

function ask(port: number, agent: Agent, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const path = `/api/eWallet/v1/account?msisdn=${msisdn}`
    const sent: ClientRequest = request(
      { port, host: '127.0.0.1', path, agent, headers },
      (answer: IncomingMessage) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode === 200 ? 'good' : String(answer.statusCode)))
        answer.once('error', reject)
      },
    )
    sent.once('error', reject).end()
  })
}
