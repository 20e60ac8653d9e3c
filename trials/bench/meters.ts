import { createMeter } from '@/lib/usage/meter'

type Case = { applications: number; callsPerSecond: number; gateways: number; byApplication: boolean }

const seconds = 190
/** By then, as in the long run, each minute's rows exist. */
const settled = 10

/** Those of docs/operations/sizing.md, "From one machine to 100,000 calls a second". */
const cases: Case[] = [
  { applications: 1000, callsPerSecond: 10_000, gateways: 1, byApplication: false },
  { applications: 10_000, callsPerSecond: 30_000, gateways: 3, byApplication: false },
  { applications: 100_000, callsPerSecond: 100_000, gateways: 12, byApplication: false },
  { applications: 100_000, callsPerSecond: 100_000, gateways: 12, byApplication: true },
]

/**
 * Drives the gateways' own meters (no database, no sockets) through a minute of a load that no single machine
 * generates: the rows per second they would write, and what they could not keep. `divisor` shortens the load for a
 * quick look.
 */
export async function simulateMeters(divisor: number, say: (line: string) => void): Promise<string> {
  const lines = cases.map((each) => {
    const line = simulate({ ...each, callsPerSecond: each.callsPerSecond / divisor })
    say(line)
    return line
  })
  const head = `The gateways' own meters, driven with a test clock for ${seconds - settled} s; applications call at random, all as often.`
  return `${head}\n\n| applications | calls a second | gateways | a call goes to | usage rows written a second | calls in one row | calls not counted |\n|---|---|---|---|---|---|---|\n${lines.join('\n')}`
}

/** One of the gateways, as all are alike: its random share of the calls, and the result scaled up to all. */
function simulate({ applications, callsPerSecond, gateways, byApplication }: Case): string {
  let dropped = 0
  let rows = 0
  let counting = false
  const meter = createMeter((what, count) => {
    if (counting && what === 'usage') dropped += count
  })
  const own = byApplication ? applications / gateways : applications
  const ids = Array.from({ length: own }, (_, index) => `application-${index}`)
  const calls = callsPerSecond / gateways
  for (let second = 0; second < seconds; second += 1) {
    counting = second >= settled
    for (let call = 0; call < calls; call += 1)
      meter.record({ ...plainCall, applicationId: draw(ids), at: second * 1000 })
    const { usage } = meter.take()
    if (counting) rows += usage.length
  }
  const counted = calls * (seconds - settled)
  const cells = [
    applications.toLocaleString('en'),
    callsPerSecond.toLocaleString('en'),
    gateways,
    byApplication ? 'the gateway of its application' : 'any gateway',
    Math.round((rows * gateways) / (seconds - settled)).toLocaleString('en'),
    ((counted - dropped) / rows).toFixed(1),
    `${((100 * dropped) / counted).toFixed(1)} %`,
  ]
  return `| ${cells.join(' | ')} |`
}

function draw(ids: string[]): string {
  return ids[Math.floor(Math.random() * ids.length)] as string
}

const plainCall = {
  requestId: '',
  endpoint: 'account',
  status: 200,
  errorCode: null,
  hint: null,
  latency: 2,
  msisdn: null,
  address: '',
  minted: null,
  method: 'GET',
  response: null,
} as const
