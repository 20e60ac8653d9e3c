import { type Deprecations, watchDeprecations } from '@/gateway/deprecations'
import { type Exchange, openExchange } from '@/gateway/exchange'
import { send } from '@/gateway/responses/send'
import type { Wire } from '@/gateway/wire/wire'
import { createPool } from '@/lib/pool'
import { median } from '@/trials/statistics'

const calls = 200_000
const pairs = 15

const body = JSON.stringify({ type: 'customer', status: 'active', balance: { value: 12500, unit: 'XOF' } })
const headers = ['Content-Type', 'application/json', 'RateLimit-Policy', '"minute";q=600;w=60']

/**
 * What headers of a deprecation add to one response: the look-up, which every call makes, and its three header fields, up
 * to the text for the socket. Pairs take turns, so that what else the machine does reaches both.
 */
export async function measureDeprecations(say: (line: string) => void): Promise<string> {
  const none: Deprecations['fields'] = {}
  const account: Deprecations['fields'] = { account: await formatted() }
  const costs = { bare: [] as number[], none: [] as number[], account: [] as number[] }
  for (let pair = 0; pair <= pairs; pair++) {
    const round = { bare: measure(null), none: measure(none), account: measure(account) }
    // The first one compiles.
    if (pair > 0) for (const name of ['bare', 'none', 'account'] as const) costs[name].push(round[name])
  }
  const added = (name: 'none' | 'account') =>
    Math.max(0, Math.round(median(costs[name].map((cost, pair) => cost - (costs.bare[pair] ?? Number.NaN)))))
  const bytes = respond(account).length - respond(null).length
  say(`no deprecation ${added('none')} ns, the endpoint's own ${added('account')} ns`)
  return [
    `ns of one response, whose text takes ${Math.round(median(costs.bare))}; median of ${pairs} interleaved pairs of ${calls.toLocaleString('en')} responses.`,
    '',
    '| deprecated | added | bytes |',
    '|---|---|---|',
    `| no endpoint | ${added('none')} | 0 |`,
    `| the one that is called | ${added('account')} | ${bytes} |`,
  ].join('\n')
}

/** The fields as gateways make them of an announcement. */
async function formatted(): Promise<readonly string[]> {
  const pool = createPool('', 1, 'bench')
  pool.query = (async () => ({
    rows: [
      {
        id: '0199f3a0-0000-7000-8000-00000000000a',
        endpoint: 'account',
        since: '1790000000',
        sunset: '1800000000',
      },
    ],
  })) as unknown as typeof pool.query
  const watched = watchDeprecations(pool, 'https://portal.example.org', () => {})
  watched.start()
  await new Promise((done) => setImmediate(done))
  watched.stop()
  await pool.end()
  return watched.fields.account ?? []
}

function measure(fields: Deprecations['fields'] | null): number {
  let length = 0
  const begin = process.hrtime.bigint()
  for (let call = 0; call < calls; call++) length += respond(fields).length
  const took = Number(process.hrtime.bigint() - begin)
  return length > 0 ? took / calls : Number.NaN
}

function respond(fields: Deprecations['fields'] | null): string {
  text = ''
  const exchange: Exchange = openExchange(wire, '192.0.2.1')
  exchange.endpoint = 'account'
  // As `dispatch` does.
  const deprecated = fields?.[exchange.endpoint]
  if (deprecated) exchange.extraHeaders.push(...deprecated)
  send(exchange, 200, headers, body)
  return text
}

let text = ''

/** Writes the response as `PlainConnection` does, but to no socket. */
const wire = {
  method: 'GET',
  target: '/api/eWallet/v1/account?msisdn=221771234567',
  minorVersion: 1,
  status: null,
  header: () => undefined,
  countHeader: () => 1,
  respond(status: number, fields: string[], content: string) {
    text = `HTTP/1.1 ${status} OK\r\n`
    for (let index = 0; index < fields.length; index += 2)
      text += `${fields[index]}: ${fields[index + 1]}\r\n`
    text += `\r\n${content}`
  },
} as unknown as Wire
