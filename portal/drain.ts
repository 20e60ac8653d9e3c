import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { allowShutdown, onShutdown } from '@/lib/process'

/**
 * After a request to shut down, keeps serving for so many milliseconds, while `/readyz` returns 503 and every response
 * asks its caller to close the connection. Then stops listening and finishes the requests in flight.
 */
export function drainOnShutdown(server: Server, milliseconds: number): void {
  allowShutdown(milliseconds)
  onShutdown(async () => {
    await pause(milliseconds)
    await finish(server)
  })
}

/** A connection that was busy when the server closed becomes idle a little later, and would be kept open. */
async function finish(server: Server): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  await new Promise((closed) => server.close(closed))
  clearInterval(idle)
}
