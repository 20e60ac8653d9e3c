import type { Server } from 'node:net'
import { isLoopback, SettingsError } from './env'

/**
 * The host by which this machine asks a process of its own that listens at `address`: loopback where that means every
 * address, brackets around IPv6.
 */
export function hostToAsk(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  if (address === '::') return '[::1]'
  return address.includes(':') ? `[${address}]` : address
}

/** Whether a `Host` field, which the caller may have chosen, names this machine: `localhost`, `*.localhost` or loopback. */
export function hasLoopbackHost(host: string | undefined): boolean {
  const url = `http://${host}`
  return host !== undefined && URL.canParse(url) && isLoopback(new URL(url).hostname)
}

/**
 * Listens, and resolves when it does.
 * @param setting that names the port
 * @throws SettingsError when another program has the port
 */
export function listen(server: Server, host: string, port: number, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Stays when it listens: an accept that fails, for want of open files, is an `error` of the server too.
    server.on('error', (error: NodeJS.ErrnoException) => {
      const taken = new SettingsError(`${setting}: port ${port} is taken by another program.`)
      reject(error.code === 'EADDRINUSE' ? taken : error)
    })
    server.listen(port, host, resolve)
  })
}
