import { BlockList, isIP, isIPv6 } from 'node:net'

/** Tells who calls, from the connection's other end and the value of `X-Forwarded-For`. */
export type AddressReader = (remoteAddress: string | undefined, forwardedFor: string | undefined) => string

/**
 * Makes the function that tells who calls. Behind trusted proxies it is the rightmost address in `X-Forwarded-For`
 * that is not one of theirs; without them the header is ignored, as anybody can write it.
 * @param trusted addresses and CIDR ranges, as the setting TRUSTED_PROXIES was parsed
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

/** One key for all addresses that one IPv6 subscriber has: the /64. */
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

function toBlockList(entries: string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
