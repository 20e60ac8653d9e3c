import { BlockList, isIPv6 } from 'node:net'
import { isAllowed } from '@/lib/allow-list'
import { createNetworkCounts } from '@/lib/usage/network-counts'
import { median } from '@/trials/statistics'

const calls = 200_000
const rounds = 15
const max = 20

const ipv4 = Array.from({ length: max }, (_, index) => `203.0.${index}.0/24`)
const ipv6 = Array.from({ length: max }, (_, index) => `2001:db8:${index.toString(16)}::/48`)

/** By name: the list, and an address that only its last range has. */
const cases: [name: string, list: string[], address: string][] = [
  ['no list', [], '203.0.19.7'],
  ['1 range of IPv4', ipv4.slice(-1), '203.0.19.7'],
  ['20 ranges of IPv4', ipv4, '203.0.19.7'],
  ['20 ranges of IPv4, the caller in none', ipv4, '198.51.100.1'],
  ['20 ranges of IPv6', ipv6, '2001:db8:13:4:5:6:7:8'],
]

/**
 * What an allow-list adds to one call, with its words taken from the database's text each time, as gateways get them; next to
 * it the standard library's list, compiled in advance, and counting the call's network.
 */
export function measureAllowLists(say: (line: string) => void): string {
  const lines = cases.map(([name, list, address]) => {
    const counts = createNetworkCounts(() => {})
    const theirs = toBlockList(list)
    const counted = { ...call, address, at: Date.now() }
    const row = `1 ${application} 0 ${list.join(',')} customer active XOF 1 0 1 0`
    const cells = [
      measure(() => checkRow(row, address)) - measure(() => splitRow(row)),
      measure(() => list.length === 0 || theirs.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')),
      measure(() => counts.record(counted) === undefined),
    ].map((ns) => Math.max(0, Math.round(ns)))
    say(`${name.padEnd(40)} ${cells[0]} ns`)
    return `| ${[name, ...cells].join(' | ')} |`
  })
  const head = `| list | check | \`net.BlockList\` | counting the network |\n|---|---|---|---|`
  return `ns of one call; median of ${rounds} rounds of ${calls.toLocaleString('en')} calls.\n\n${head}\n${lines.join('\n')}`
}

const application = '0199f3a0-0000-7000-8000-00000000000a'

function splitRow(row: string): boolean {
  return row.split(' ').length > 0
}

function checkRow(row: string, address: string): boolean {
  const words = row.split(' ')
  const networks = words[3] as string
  return networks === '' || isAllowed(words[1] as string, networks, address)
}

function measure(run: (index: number) => boolean): number {
  const rates = Array.from({ length: rounds }, () => {
    let allowed = 0
    const begin = process.hrtime.bigint()
    for (let index = 0; index < calls; index++) if (run(index)) allowed++
    const took = Number(process.hrtime.bigint() - begin)
    return allowed > calls ? 0 : took / calls
  })
  return median(rates)
}

function toBlockList(list: string[]): BlockList {
  const compiled = new BlockList()
  for (const range of list) {
    const [address = '', bits] = range.split('/')
    compiled.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return compiled
}

const call = {
  applicationId: application,
  requestId: '',
  endpoint: 'account',
  status: 200,
  errorCode: null,
  hint: null,
  latency: 2,
  msisdn: null,
  minted: null,
  method: 'GET',
  response: null,
} as const
