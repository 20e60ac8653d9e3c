import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IP range is a network everywhere in the code. The error in an entry; `host_bits` names the network it is in. */
export type NetworkProblem =
  | { reason: 'malformed' | 'too_wide'; entry: string }
  | { reason: 'host_bits'; entry: string; network: string }

export type ParsedNetwork = { network: string } | { problem: NetworkProblem }

/** No organisation has more addresses than this; a wider network is almost certainly a mistake. */
const widest = { ipv4: 8, ipv6: 16 }

const full = { ipv4: 32, ipv6: 128 }
const maxEntryLength = 64

/**
 * Reads an address or CIDR range as people write it. An IPv4-mapped one is the IPv4 network in it. Addresses
 * with a zone, with leading zeros or in other notations than those of RFC 4291 are refused.
 * @returns the canonical network (RFC 5952), always with its prefix length
 */
export function parseNetwork(entry: string): ParsedNetwork {
  const malformed: ParsedNetwork = {
    problem: { reason: 'malformed', entry: entry.slice(0, maxEntryLength) },
  }
  const [address = '', bits, ...rest] = entry.split('/')
  if (entry.length > maxEntryLength || isIP(address) === 0 || address.includes('%')) return malformed
  if (rest.length > 0 || (bits !== undefined && !/^(?:0|[1-9][0-9]{0,2})$/.test(bits))) return malformed
  const written = ipaddr.parse(address)
  const prefix = bits === undefined ? full[written.kind()] : Number(bits)
  if (prefix > full[written.kind()]) return malformed
  const mapped = written instanceof ipaddr.IPv6 && written.isIPv4MappedAddress()
  if (mapped && prefix < 96) return { problem: { reason: 'too_wide', entry } }
  const parsed = mapped ? written.toIPv4Address() : written
  const length = mapped ? prefix - 96 : prefix
  if (length < widest[parsed.kind()]) return { problem: { reason: 'too_wide', entry } }
  const network = `${write(networkAddress(parsed, length))}/${length}`
  const exact = network === `${write(parsed)}/${length}`
  return exact ? { network } : { problem: { reason: 'host_bits', entry, network } }
}

/** A network as people read it: a single address without its prefix length. */
export function formatNetwork(network: string): string {
  const [address = '', bits] = network.split('/')
  return Number(bits) === full[isIP(address) === 4 ? 'ipv4' : 'ipv6'] ? address : network
}

/** Whether the addresses of `inner` are all among those of `outer`. A list without networks is every address. */
export function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true
  if (inner.length === 0) return false
  const covering = merge(outer.map(toSpan))
  return inner.map(toSpan).every((span) => covering.some((each) => contains(each, span)))
}

/** Whether none, some or all addresses of a network are in a list that is not empty. */
export function coverage(network: string, list: readonly string[]): 'none' | 'part' | 'all' {
  if (isWithin([network], list)) return 'all'
  const { family, first, last } = toSpan(network)
  const touches = list
    .map(toSpan)
    .some((each) => each.family === family && each.first <= last && each.last >= first)
  return touches ? 'part' : 'none'
}

/** The addresses of one network as numbers, the first and the last. */
type Span = { family: 'ipv4' | 'ipv6'; first: bigint; last: bigint }

function toSpan(network: string): Span {
  const [address = '', bits] = network.split('/')
  const parsed = ipaddr.parse(address)
  const family = parsed.kind()
  const first = parsed.toByteArray().reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return { family, first, last: first + (1n << BigInt(full[family] - Number(bits))) - 1n }
}

/** Neighbours and overlaps become one span, so that a network covered by several is found in one. */
function merge(spans: Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = merged.findLast(({ family }) => family === span.family)
    if (!before || span.first > before.last + 1n) merged.push({ ...span })
    else if (span.last > before.last) before.last = span.last
  }
  return merged
}

function contains(outer: Span, inner: Span): boolean {
  return outer.family === inner.family && outer.first <= inner.first && outer.last >= inner.last
}

function networkAddress(address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): ipaddr.IPv4 | ipaddr.IPv6 {
  const bytes = address
    .toByteArray()
    .map((byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, prefix - index * 8))) & 0xff)
  return ipaddr.fromByteArray(bytes)
}

function write(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address instanceof ipaddr.IPv4 ? address.toString() : address.toRFC5952String()
}
