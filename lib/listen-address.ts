/**
 * The host by which this machine asks a process of its own that listens at `address`: loopback where that means every
 * address, brackets around IPv6.
 */
export function hostToAsk(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  if (address === '::') return '[::1]'
  return address.includes(':') ? `[${address}]` : address
}
