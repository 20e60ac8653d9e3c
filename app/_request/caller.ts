import { cookies, headers } from 'next/headers'
import { knownDeviceCookieName } from '@/app/_request/session-cookie'
import type { Device } from '@/lib/identity/schema'
import { noteReached } from '@/lib/request-context'

/** Set on every request by portal/exchange.ts from the connection itself, overwriting any value sent by the caller. */
const callerAddressHeader = 'x-guichet-caller'

/** The caller's network address and browser, as sessions and throttles record them. */
export async function findDevice(): Promise<Device> {
  noteReached()
  const request = await headers()
  return {
    address: request.get(callerAddressHeader) ?? '',
    userAgent: request.get('user-agent') ?? '',
    marks: (await cookies()).get(knownDeviceCookieName())?.value,
  }
}
