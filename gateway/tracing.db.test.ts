import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { startTracing, type Tracing, traced, traceHeaders } from '@/lib/tracing'
import { version } from '@/lib/version'
import { type Client, createAccount, createClient } from '@/test/factories'
import { askBalance, fetchToken, type TestGateway, withGateways } from '@/test/gateway'

const msisdn = '221771234567'
const logger = pino({ level: 'silent' })

/** A span as it comes in OTLP's JSON. */
type Received = {
  service: string
  version: string
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Record<string, unknown>
  links: { traceId: string; spanId: string }[]
  status: { code?: number; message?: string }
}

const world = withGateways()
let client: Client
let tracing: Tracing
let gateway: TestGateway
let collector: Server
const bodies: string[] = []
const requests: IncomingMessage[] = []

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    requests.push(request)
    bodies.push(text)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  client = await createClient(world.owner)
  await createAccount(world.owner, msisdn)

  expect(await startTracing('gateway-sandbox', logger)).toBeUndefined()
  expect(isLoaded()).toBe(false)
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=k1',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  // Read again, as a process that starts now would.
  Object.assign(globalThis, { guichetSettings: undefined })
  tracing = (await startTracing('gateway-sandbox', logger)) as Tracing
  expect(isLoaded()).toBe(true)
  gateway = await world.start({ tracing })
})
afterAll(async () => {
  await tracing.stop()
  collector.close()
})

function isLoaded(): boolean {
  return Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('@opentelemetry/sdk'))
}

function received(): Received[] {
  return bodies.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap(
      ({ resource, scopeSpans }: { resource: Keyed; scopeSpans: Scoped[] }) =>
        scopeSpans.flatMap(({ spans }) =>
          spans.map((span) => ({
            ...span,
            links: span.links ?? [],
            service: flat(resource)['service.name'],
            version: flat(resource)['service.version'],
            attributes: flat(span),
          })),
        ),
    ),
  )
}

type Keyed = { attributes: { key: string; value: object }[] }
type Scoped = { spans: (Keyed & { links?: [] })[] }
const flat = ({ attributes }: Keyed) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

async function wait(name: string, traceId?: string): Promise<Received> {
  return expect
    .poll(() => received().find((span) => span.name === name && (!traceId || span.traceId === traceId)))
    .toBeDefined()
    .then(
      () =>
        received().find((span) => span.name === name && (!traceId || span.traceId === traceId)) as Received,
    )
}

async function ask(token: string, headers: Record<string, string> = {}) {
  const response = await askBalance(gateway, token, msisdn, headers)
  return { status: response.status, requestId: response.headers.get('x-request-id') }
}

test('a request and its look-up are spans of the caller’s trace, and reveal nothing secret', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const token = await fetchToken(gateway, client)
  const { requestId } = await ask(token, {
    traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    tracestate: 'vendor=text-of-the-caller',
  })
  const request = await wait('GET /api/eWallet/v1/account', traceId)
  expect(request).toMatchObject({
    service: 'guichet-gateway-sandbox',
    version,
    parentSpanId: '00f067aa0ba902b7',
  })
  expect(request.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/eWallet/v1/account',
    'http.response.status_code': 200,
    'guichet.request_id': requestId,
    'guichet.environment': 'sandbox',
    'guichet.endpoint': 'account',
    'guichet.application_id': client.applicationId,
  })
  const lookup = await wait('find bearers', traceId)
  expect(lookup).toMatchObject({
    parentSpanId: request.spanId,
    links: [expect.objectContaining({ spanId: request.spanId })],
    attributes: { 'db.system.name': 'postgresql', 'db.operation.batch.size': 1 },
  })
  expect(requests[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'x-collector-key': 'k1' })
  expect(requests[0]?.url).toBe('/v1/traces')
  for (const secret of [token, msisdn, client.clientSecret, client.clientId, 'text-of-the-caller'])
    expect(bodies.join('')).not.toContain(secret)
})

test('a refusal carries its code, an unknown path is not repeated', async () => {
  await ask('nonsense', { traceparent: '00-11111111111111111111111111111111-2222222222222222-01' })
  const refused = await wait('GET /api/eWallet/v1/account', '11111111111111111111111111111111')
  expect(refused.attributes).toMatchObject({
    'error.type': 'invalid_token',
    'http.response.status_code': 401,
  })
  const traceparent = '00-33333333333333333333333333333333-2222222222222222-01'
  await fetch(`${gateway.url}/secret-in-the-path`, { headers: { traceparent } })
  expect((await wait('GET', '33333333333333333333333333333333')).attributes['http.route']).toBeUndefined()
  expect(bodies.join('')).not.toContain('secret-in-the-path')
})

test('a malformed traceparent begins a new trace', async () => {
  const token = await fetchToken(gateway, client)
  const traceId = '55555555555555555555555555555555'
  const { requestId } = await ask(token, { traceparent: `00-${traceId}-2222222222222222-01-more` })
  await expect.poll(() => bodies.join('')).toContain(requestId)
  expect(bodies.join('')).not.toContain(traceId)
})

test('a statement that answers several requests is linked to each', async () => {
  const token = await fetchToken(gateway, client)
  const lookups = () => received().filter(({ name }) => name === 'find bearers')
  await expect
    .poll(
      async () => {
        await Promise.all(Array.from({ length: 20 }, () => ask(token)))
        return Math.max(...lookups().map(({ links }) => links.length))
      },
      { timeout: 15_000 },
    )
    .toBeGreaterThan(1)
  for (const { links, attributes } of lookups())
    expect(attributes['db.operation.batch.size']).toBe(links.length)
})

test('a job and its call of a gateway are one trace', async () => {
  const token = await fetchToken(gateway, client)
  await expect(
    traced('job test', async () => {
      await ask(token, traceHeaders())
      throw new Error(`the token was ${token}`)
    }),
  ).rejects.toThrow('the token was')
  const job = await wait('job test')
  expect(job.status).toEqual({ code: 2 })
  expect(await wait('GET /api/eWallet/v1/account', job.traceId)).toMatchObject({ parentSpanId: job.spanId })
  expect(traceHeaders()).toEqual({})
})

test('spans of Next.js lose their paths, addresses and errors', async () => {
  const span = tracing.api.trace.getTracer('next.js').startSpan('GET /activate/secret-link', {
    attributes: {
      'next.span_type': 'BaseServer.handleRequest',
      'http.method': 'GET',
      'http.route': '/activate/[link]',
      'http.target': '/activate/secret-link',
    },
  })
  span.recordException(new Error('secret-link is wrong'))
  span.setStatus({ code: 2, message: 'secret-link' }).end()
  const sent = await wait('GET /activate/[link]')
  expect(sent.attributes).toEqual({
    'next.span_type': 'BaseServer.handleRequest',
    'http.method': 'GET',
    'http.route': '/activate/[link]',
  })
  expect(bodies.join('')).not.toContain('secret-link')
})

test('statements of portal and worker name the trace in which they run, and nothing without one', async () => {
  const read = async () =>
    (await database().$queryRaw<{ text: string }[]>`SELECT current_query() AS text`)[0]?.text
  expect(await read()).not.toContain('traceparent')
  expect(await traced('test', read)).toMatch(/traceparent='00-[0-9a-f]{32}-[0-9a-f]{16}-01'/)
})
