import { BlockList, isIP, isIPv6 } from 'node:net'
import { createExpiringMap, detach } from './expiring-map'

/**
 * The numbers of an address: one of 32 bits for IPv4, four for IPv6. An IPv4-mapped one is IPv4, and a zone
 * is left out. Written out, as it runs for each call.
 * @param address a valid one, as sockets and `X-Forwarded-For` give it after {@link createAddressReader}
 * @returns null for anything else
 */
export function toWords(address: string): number[] | null {
  if (!address.includes(':')) {
    const word = readIPv4(address)
    return word === null ? null : [word]
  }
  if (!readGroups(address)) return null
  const word = (index: number) => ((groups[index] as number) * 0x10000 + (groups[index + 1] as number)) >>> 0
  const words = [word(0), word(2), word(4), word(6)]
  return words[0] === 0 && words[1] === 0 && words[2] === 0xffff ? [words[3] as number] : words
}

/** The daily counts' network of an address: its /24 or /56; empty for what is no address. */
export function networkOf(address: string): string {
  const words = toWords(address)
  if (!words) return ''
  const [first = 0, second = 0] = words
  if (words.length === 1) return `${first >>> 24}.${(first >>> 16) & 255}.${(first >>> 8) & 255}.0/24`
  const parts = [first >>> 16, first & 0xffff, second >>> 16, second & 0xff00]
  while (parts.at(-1) === 0) parts.pop()
  // Of 8 groups at least 4 are zero: the longest run of zeros, which is written as `::` (RFC 5952), is at the end.
  return `${parts.map((part) => part.toString(16)).join(':')}::/56`
}

const [dot, colon] = [0x2e, 0x3a]

function readIPv4(text: string): number | null {
  let [word, part, digits, dots] = [0, 0, 0, 0]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === dot) {
      if (digits === 0 || ++dots > 3) return null
      word = word * 256 + part
      part = digits = 0
    } else if (code >= 0x30 && code <= 0x39 && ++digits <= 3) part = part * 10 + code - 0x30
    else return null
    if (part > 255) return null
  }
  return dots === 3 && digits > 0 ? word * 256 + part : null
}

/** Filled by each call of {@link readGroups}, which nothing interrupts: a new array would cost more than the rest. */
const groups = new Uint16Array(8)

/** Reads the eight groups of an IPv6 address into {@link groups}. @returns false if it is none */
function readGroups(address: string): boolean {
  let [count, gap, group, digits, start] = [0, -1, 0, 0, 0]
  const zone = address.indexOf('%')
  const end = zone < 0 ? address.length : zone
  for (let index = 0; index <= end; index++) {
    const code = index === end ? colon : address.charCodeAt(index)
    if (code === colon) {
      if (digits > 0) {
        if (count === 8) return false
        groups[count++] = group
      } else if (index > 0 && index < end && address.charCodeAt(index - 1) === colon) {
        if (gap >= 0) return false
        gap = count
      }
      group = digits = 0
      start = index + 1
    } else if (code === dot) {
      const tail = readIPv4(address.slice(start, end))
      if (tail === null || count > 6) return false
      groups[count++] = tail >>> 16
      groups[count++] = tail & 0xffff
      break
    } else {
      const value = hexadecimal(code)
      if (value < 0 || ++digits > 4) return false
      group = group * 16 + value
    }
  }
  if (gap < 0) return count === 8
  if (count > 7) return false
  groups.copyWithin(8 - count + gap, gap, count)
  groups.fill(0, gap, 8 - count + gap)
  return true
}

function hexadecimal(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1
}

/** A network's words and masks: one of each for IPv4, four for IPv6. */
type Compiled = { words: number[]; masks: number[] }

const keptMs = 600_000
/** At most 20 MB: a list of 20 networks takes 2 KB. */
const compiled = createExpiringMap<{ list: string; networks: Compiled[]; until: number }>({
  maxEntries: 10_000,
})

/**
 * Whether a list lets an address through. Each application's list is compiled once in ten minutes: the text
 * decides whether it is still the same, as comparing it costs less than hashing it.
 * @param list canonical networks, separated by commas, not empty; kept, so no part of a larger text
 * @param address of the caller; what is no address is in no list
 */
export function isAllowed(applicationId: string, list: string, address: string): boolean {
  let known = compiled.get(applicationId)
  if (known?.list !== list) {
    known = { list, networks: list.split(',').map(compile), until: performance.now() + keptMs }
    compiled.set(applicationId, known)
  }
  const words = toWords(address)
  return words !== null && known.networks.some((network) => covers(network, words))
}

function covers({ words, masks }: Compiled, address: number[]): boolean {
  if (words.length !== address.length) return false
  for (let index = 0; index < words.length; index++)
    if (((address[index] as number) & (masks[index] as number)) >>> 0 !== words[index]) return false
  return true
}

function compile(network: string): Compiled {
  const [address = '', bits] = network.split('/')
  const words = toWords(address)
  if (!words) throw new Error('the database holds a malformed network')
  const masks = words.map((_, index) => {
    const ones = Math.min(32, Math.max(0, Number(bits) - index * 32))
    return ones === 0 ? 0 : (0xffffffff << (32 - ones)) >>> 0
  })
  return { words, masks }
}

/**
 * Returns the caller's address, from the address of the connection and the value of `X-Forwarded-For`: in its
 * canonical form (RFC 5952), an IPv4-mapped one as IPv4, and as a copy, since limits and meters keep it for
 * longer than the request.
 */
export type AddressReader = (remoteAddress: string | undefined, forwardedFor: string | undefined) => string

/**
 * Creates the function that finds the caller's address. Behind trusted proxies it is the rightmost address in
 * `X-Forwarded-For` that does not belong to one of them; without proxies the header is ignored, as anyone can send it.
 * @param trusted networks, as parsed from the setting TRUSTED_PROXIES
 */
export function createAddressReader(trusted: string[]): AddressReader {
  if (trusted.length === 0) return (remoteAddress = '') => unmapped(remoteAddress)
  const proxies = toBlockList(trusted)
  const isProxy = (address: string) => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  return (remoteAddress = '', forwardedFor = '') => {
    let address = unmapped(remoteAddress)
    if (!isIP(address) || !isProxy(address)) return address
    const hops = forwardedFor.split(',')
    for (const hop of hops.reverse()) {
      const next = hop.trim()
      if (!isIP(next)) return address
      address = canonical(detach(next))
      if (!isProxy(address)) return address
    }
    return address
  }
}

/**
 * One key for all addresses of an IPv6 subscriber: the /64. Of IPv4 and what is no address, the text itself.
 */
export function limitKey(address: string): string {
  const [first = 0, second = 0, ...rest] = toWords(address) ?? []
  if (rest.length === 0) return unmapped(address)
  return [first >>> 16, first & 0xffff, second >>> 16, second & 0xffff]
    .map((group) => group.toString(16))
    .join(':')
}

/** For an address in a header; one of a socket is canonical, except that it may be mapped. */
function canonical(address: string): string {
  const plain = unmapped(address)
  if (!plain.includes(':')) return plain
  // Written as in RFC 5952. ipaddr.js refuses some zones, and takes ::1.2.3.4 for a mapped one.
  return new URL(`http://[${plain.replace(/%.*/, '')}]`).hostname.slice(1, -1)
}

function unmapped(address: string): string {
  // As sockets write it: this saves 2 µs for each call on a socket for both versions.
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7)
  const words = address.includes(':') ? toWords(address) : null
  if (words?.length !== 1) return address
  const [word] = words as [number]
  return `${word >>> 24}.${(word >>> 16) & 255}.${(word >>> 8) & 255}.${word & 255}`
}

/** A list that checks addresses against these networks. */
export function toBlockList(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
