import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { toBlockList } from '@/lib/addresses'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** `allowed` is an address of the operator's list: reached by http too, and its responses are not shown. */
export type Reach = 'global' | 'allowed' | 'refused'

const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const sixToFour = ipaddr.IPv6.parseCIDR('2002::/16')
/** The only part of IPv6 in which global unicast addresses are assigned (RFC 4291 §2.4, IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether webhooks may be sent to an address. Judged is what it leads to: the IPv4 address in an IPv4-mapped,
 * NAT64 (RFC 6052 §2.1) or 6to4 (RFC 3056 §2) one.
 * @param address as a resolver gives it
 * @param networks as parsed from WEBHOOK_ALLOWED_NETWORKS
 */
export function judgeAddress(address: string, networks: readonly string[]): Reach {
  if (isIP(address) === 0 || address.includes('%')) return 'refused'
  const target = unmap(ipaddr.parse(address))
  if (toBlockList(networks).check(target.toString(), target.kind())) return 'allowed'
  if (target.range() !== 'unicast') return 'refused'
  return target instanceof ipaddr.IPv4 || target.match(globalUnicast) ? 'global' : 'refused'
}

/** Whether a URL of this protocol may be called at an address of that reach: http only in the operator's networks. */
export function mayCall(protocol: string, reach: Reach): boolean {
  return reach === 'allowed' || (reach === 'global' && protocol === 'https:')
}

function unmap(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  const bytes = address.toByteArray()
  if (address.match(nat64)) return new ipaddr.IPv4(bytes.slice(12))
  if (address.match(sixToFour)) return new ipaddr.IPv4(bytes.slice(2, 6))
  return address
}
