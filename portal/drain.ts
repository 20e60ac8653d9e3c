import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { allowShutdown, onShutdown } from '@/lib/process'

/**
 * Has this process serve for so many milliseconds more after it was asked to end, while `/readyz` says 503 and every
 * response asks its caller to close; then stop listening, and finish what is in flight.
 */
export function drainOnShutdown(server: Server, milliseconds: number): void {
  allowShutdown(milliseconds)
  onShutdown(async () => {
    await pause(milliseconds)
    await finish(server)
  })
}

/** A connection that was busy when the server closed is idle a little later, and would be kept. */
async function finish(server: Server): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  await new Promise((closed) => server.close(closed))
  clearInterval(idle)
}
