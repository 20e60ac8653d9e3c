import { beforeAll, expect, test } from 'vitest'
import { type Client, createClient } from '@/test/factories'
import { type TestGateway, withGateways } from '@/test/gateway'
import { openRaw, rawRequest } from '@/test/raw-http'

const total = Number(process.env.TIMING_REFUSALS ?? 3000)
const tolerance = 0.05

const world = withGateways()
let gateway: TestGateway
let requests: Record<string, Buffer>

beforeAll(async () => {
  gateway = await world.start()
  const client = await createClient(world.owner)
  const other = await createClient(world.owner, { environment: 'production' })
  const ask = ({ clientId }: Pick<Client, 'clientId'>, { clientSecret }: Pick<Client, 'clientSecret'>) =>
    rawRequest(
      'POST',
      '/oauth/token',
      ['Content-Type: application/x-www-form-urlencoded'],
      `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
    )
  const wrongSecret = client.clientSecret.replace(/.{8}$/, 'AAAAAAAA')
  requests = {
    'unknown client': ask({ clientId: client.clientId.replace(/.{8}$/, 'AAAAAAAA') }, client),
    'wrong secret': ask(client, { clientSecret: wrongSecret }),
    'other environment': ask(other, other),
  }
})

/** The chance that one of `a` took longer than one of `b`: 0.5 when they cannot be distinguished (Mann and Whitney). */
function areaUnderCurve(a: number[], b: number[]): number {
  const all = [...a.map((value) => ({ value, first: true })), ...b.map((value) => ({ value, first: false }))]
  all.sort((left, right) => left.value - right.value)
  let rankSum = 0
  for (const [index, { first }] of all.entries()) if (first) rankSum += index + 1
  return (rankSum - (a.length * (a.length + 1)) / 2) / (a.length * b.length)
}

test(`${total} interleaved refusals cannot be distinguished by their time`, {
  timeout: 180_000,
}, async () => {
  const kinds = Object.keys(requests)
  const times = new Map<string, number[]>(kinds.map((kind) => [kind, []]))
  const connection = await openRaw(gateway.port)
  for (let sent = 0; sent < total; sent++) {
    // Shuffled again for each round, so that no kind always follows the same other.
    if (sent % kinds.length === 0) kinds.sort(() => Math.random() - 0.5)
    const kind = kinds[sent % kinds.length] as string
    const begin = performance.now()
    connection.send(requests[kind] as Buffer)
    const { status } = await connection.read()
    const took = performance.now() - begin
    if (status !== 401) throw new Error(`${kind}: ${status}`)
    if (sent >= 100) times.get(kind)?.push(took)
  }
  connection.close()
  for (const [a, b] of [
    ['unknown client', 'wrong secret'],
    ['unknown client', 'other environment'],
    ['wrong secret', 'other environment'],
  ] as const) {
    const area = areaUnderCurve(times.get(a) ?? [], times.get(b) ?? [])
    expect(Math.abs(area - 0.5), `${a} and ${b}`).toBeLessThanOrEqual(tolerance)
  }
})
