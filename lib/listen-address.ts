import type { Server } from 'node:net'
import { isLoopback, SettingsError } from './env'

/**
 * The host under which this machine reaches its own process that listens at `address`: loopback if that means every
 * address, brackets around IPv6.
 */
export function hostToAsk(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  if (address === '::') return '[::1]'
  return address.includes(':') ? `[${address}]` : address
}

/** Whether a `Host` field, which the caller may choose, is this machine: `localhost`, `*.localhost` or loopback. */
export function hasLoopbackHost(host: string | undefined): boolean {
  const url = `http://${host}`
  return host !== undefined && URL.canParse(url) && isLoopback(new URL(url).hostname)
}

/**
 * Makes `server` listen on the address and port from two settings.
 * @param settings their names, for the error
 * @throws SettingsError that names the setting to change
 */
export function listen(
  server: Server,
  address: string,
  port: number,
  settings: { address: string; port: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    // Kept after it listens: a failing accept, such as without free descriptors, is an `error` of the server too.
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(new SettingsError(describeObstacle(error.code ?? error.message, address, port, settings))),
    )
    server.listen(port, address, resolve)
  })
}

/** Why listening failed, in a sentence that names the setting to change. @param code of the system's error */
export function describeObstacle(
  code: string,
  address: string,
  port: number,
  settings: { address: string; port: string },
): string {
  if (code === 'EADDRINUSE')
    return `${settings.port}: port ${port} on ${address} is taken by another program. Stop that, or set another port.`
  if (code === 'EACCES')
    return `${settings.port}: this user may not open port ${port} on ${address}. Set one above 1023.`
  if (code === 'EADDRNOTAVAIL')
    return `${settings.address}: this machine does not have the address ${address}.`
  return `${settings.address} and ${settings.port}: nothing can listen on ${address}, port ${port} (${code}).`
}
