import { cookies, headers } from 'next/headers'
import { knownDeviceCookieName } from '@/app/_request/session-cookie'
import type { Device } from '@/lib/identity/schema'

/** Set on every request by portal/visit.ts from the connection itself; a caller's own is overwritten there. */
const callerAddressHeader = 'x-guichet-caller'

/** Who calls: network address and browser, as sessions and throttles know them. */
export async function findDevice(): Promise<Device> {
  const request = await headers()
  return {
    address: request.get(callerAddressHeader) ?? '',
    userAgent: request.get('user-agent') ?? '',
    marks: (await cookies()).get(knownDeviceCookieName())?.value,
  }
}
