import { BlockList, isIP, isIPv6 } from 'node:net'
import { toWords } from './address-words'
import { detach } from './expiring-map'

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
