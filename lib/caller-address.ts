import { BlockList, isIP, isIPv6 } from 'node:net'

/** Returns the caller's address, from the address of the connection and the value of `X-Forwarded-For`. */
export type AddressReader = (remoteAddress: string | undefined, forwardedFor: string | undefined) => string

/**
 * Creates the function that finds the caller's address. Behind trusted proxies it is the rightmost address in
 * `X-Forwarded-For` that does not belong to one of them; without proxies the header is ignored, as anyone can send it.
 * @param trusted addresses and CIDR ranges, as parsed from the setting TRUSTED_PROXIES
 */
export function createAddressReader(trusted: string[]): AddressReader {
  if (trusted.length === 0) return (remoteAddress = '') => plain(remoteAddress)
  const proxies = toBlockList(trusted)
  const isProxy = (address: string) => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  return (remoteAddress = '', forwardedFor = '') => {
    let address = plain(remoteAddress)
    if (!isIP(address) || !isProxy(address)) return address
    const hops = forwardedFor.split(',')
    for (const hop of hops.reverse()) {
      const next = plain(hop.trim())
      if (!isIP(next)) return address
      address = next
      if (!isProxy(address)) return address
    }
    return address
  }
}

/** One key for all addresses of an IPv6 subscriber: the /64. */
export function limitKey(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  while (tail !== undefined && groups.length + after.length < 8) groups.push('0')
  return [...groups, ...after].slice(0, 4).join(':')
}

function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}

/** A list that checks addresses against these addresses and CIDR ranges. */
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
