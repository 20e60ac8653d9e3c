import type { Readiness } from '@/lib/health/readiness'
import { isStopping } from '@/lib/process'
import type { DatabaseProbe } from './database-probe'
import type { Visit } from './visit'

type Outcome = Readiness | { ready: false; reason: 'stopping' }

const probes: Record<string, (database: Pick<DatabaseProbe, 'readiness'>) => Promise<Outcome>> = {
  /** Alive: this process responds. */
  '/healthz': async () => ({ ready: true }),
  /** Ready: the database has all migrations of this version, and the process is not stopping. */
  '/readyz': async (database) =>
    isStopping() ? { ready: false, reason: 'stopping' } : await database.readiness(),
}

/** Responds to probes. @returns null for every other path */
export function respondToHealth(
  { request, response, pathname }: Visit,
  database: Pick<DatabaseProbe, 'readiness'>,
): Promise<void> | null {
  const check = probes[pathname]
  if (!check) return null
  response.setHeader('Cache-Control', 'no-store')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD', Connection: 'close' }).end()
    return Promise.resolve()
  }
  return check(database).then((readiness) => {
    const status = readiness.ready ? { status: 'ready' } : { status: 'unavailable', reason: readiness.reason }
    response.writeHead(readiness.ready ? 200 : 503, { 'Content-Type': 'application/json' })
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(status))
  })
}
