import { subscribe } from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { allowShutdown, isStopping, onShutdown } from '@/lib/process'

/**
 * Has this process serve on for so many milliseconds after it was told to end, while `/readyz` says 503 and every
 * answer asks its caller to close; then listen no more, and finish what is in flight. Next alone would stop listening
 * at once, before a proxy could know.
 */
export function drainOnShutdown(milliseconds: number): void {
  const servers = new Set<Server>()
  subscribe('http.server.request.start', (message) => {
    const { server, response } = message as { server: Server; response: ServerResponse }
    servers.add(server)
    if (isStopping()) response.setHeader('Connection', 'close')
  })
  allowShutdown(milliseconds)
  onShutdown(async () => {
    await pause(milliseconds)
    await Promise.all([...servers].map(finish))
  })
}

/** A connection that was busy when the server closed is idle a little later, and would be kept. */
async function finish(server: Server): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  await new Promise((closed) => server.close(closed))
  clearInterval(idle)
}
