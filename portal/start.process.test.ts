import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '@/lib/logger'
import { createDatabaseProbe } from '@/portal/database-probe'
import { findFreePorts } from '@/scripts/check/ports'
import { ownerPool } from '@/test/factories'
import { runNode, script, startProgram } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'
import { openWireTo } from '@/test/wire'

// The portal's server with a page that shows the SQL it ran, and fails as one of Next's does.
const program = `
  import { adoptConsole, createLogger } from '@/lib/logger'
  import { createDatabaseProbe } from '@/portal/database-probe'
  import { createMetricsServer } from '@/portal/start'
  import { createPortalServer } from '@/portal/server'
  import { database } from '@/lib/database'
  import { onRequestError } from '@/instrumentation'
  process.env.NEXT_RUNTIME = 'nodejs'
  const logger = createLogger('portal')
  adoptConsole(logger)
  const probe = createDatabaseProbe(process.env.DATABASE_URL, logger)
  const server = createPortalServer({
    logger,
    database: probe,
    readAddress: () => '127.0.0.1',
    async render(request, response) {
      const [{ text }] = await database().$queryRaw\`SELECT current_query() AS text\`
      console.error(new Error('printed "by a caller"'))
      await onRequestError(new Error('broken'), { method: 'GET' }, { routePath: request.url })
      response.end(text)
    },
  })
  const metrics = createMetricsServer(server, logger, async () => (await probe.readiness()).ready)
  metrics.listen(Number(process.env.METRICS_PORT), '127.0.0.1')
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
`

const own = withOwnDatabase()
let wire: Awaited<ReturnType<typeof openWireTo>>
let child: ChildProcess
let origin: string
let metrics: string
const logged: Record<string, unknown>[] = []

beforeAll(async () => {
  wire = await openWireTo(own.portalUrl)
  const port = await findFreePorts(1)
  metrics = `http://127.0.0.1:${port}/metrics`
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    DATABASE_URL: wire.url,
    METRICS_PORT: String(port),
  }
  child = startProgram(script(program), env, ['ignore', 'pipe', 'inherit', 'ipc'])
  // Every line is JSON, or this throws.
  if (child.stdout) createInterface(child.stdout).on('line', (line) => logged.push(JSON.parse(line)))
  const [listening] = await once(child, 'message')
  origin = `http://127.0.0.1:${listening}`
}, 60_000)
afterAll(() => {
  child.kill('SIGKILL')
  wire.close()
})

const readyz = async () => {
  const response = await fetch(`${origin}/readyz`)
  return await response.json()
}

test('without a usable break-glass account, STAFF_PASSWORDS=break-glass keeps the portal from starting', {
  tags: 'slow',
  timeout: 60_000,
}, async () => {
  const { code, err } = await runNode(['--import', 'tsx', 'portal/main.ts'], {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: own.portalUrl,
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'guichet',
    OIDC_CLIENT_SECRET: 'secret',
    STAFF_PASSWORDS: 'break-glass',
  })
  expect(code).toBe(1)
  expect(err).toMatch(/^STAFF_PASSWORDS: break-glass requires an account for emergencies/m)
})

test('the reference shown to a person appears in the log and in each statement', async () => {
  const paths = Array.from({ length: 8 }, (_, index) => `/${index}`)
  const shown = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(origin + path)
      const requestId = response.headers.get('x-request-id')
      expect(await response.text()).toContain(`/*request_id='${requestId}'*/`)
      return { route: path, requestId }
    }),
  )
  await expect.poll(() => logged.length).toBe(2 * paths.length)
  for (const each of shown)
    expect(logged).toContainEqual(
      expect.objectContaining({ ...each, error: 'broken', msg: 'a request failed' }),
    )
  const printed = logged.filter(({ msg }) => msg !== 'a request failed')
  expect(printed.map(({ requestId }) => requestId).sort()).toEqual(
    shown.map(({ requestId }) => requestId).sort(),
  )
  expect(printed.map(({ msg }) => msg)).toEqual(paths.map(() => 'Error: printed "…"'))
})

test('when the database does not respond, the portal returns 503 in time, and recovers by itself', {
  tags: 'slow',
}, async () => {
  expect(await readyz()).toEqual({ status: 'ready' })
  wire.cut()
  const began = performance.now()
  const [page, ready] = await Promise.all([fetch(origin), readyz()])
  expect(performance.now() - began).toBeLessThan(3000)
  expect(page.status).toBe(503)
  expect(ready).toEqual({ status: 'unavailable', reason: 'database_unreachable' })
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  expect(logged).toContainEqual(
    expect.objectContaining({
      requestId: page.headers.get('x-request-id'),
      msg: 'the database is away: responded 503',
    }),
  )
  expect(await (await fetch(metrics)).text()).toMatch(/^guichet_ready 0$/m)
  expect(await (await fetch(metrics)).text()).toMatch(
    /guichet_portal_responses_total\{method="GET",status="5xx"\} [12]\b/,
  )
  wire.restore()
  await expect.poll(async () => (await fetch(origin)).status).toBe(200)
})

test('a portal that was busy does not take that for an outage', { tags: 'slow' }, async () => {
  const probe = createDatabaseProbe(own.portalUrl, createLogger('test'))
  expect(await probe.isReachable()).toBe(true)
  const again = probe.isReachable()
  // The query is on its way; its reply waits.
  const busyUntil = performance.now() + 1700
  setImmediate(() => {
    while (performance.now() < busyUntil);
  })
  expect(await again).toBe(true)
  await probe.close()
})

test('a connection left silent by a failover is replaced, whichever query is on it', {
  tags: 'slow',
}, async () => {
  expect(await readyz()).toEqual({ status: 'ready' })
  wire.lose()
  expect(await readyz()).toEqual({ status: 'unavailable', reason: 'database_unreachable' })
  await expect.poll(readyz).toEqual({ status: 'ready' })
})

test('a portal that is not ready logs why', async () => {
  const sql = ownerPool(own.url)
  try {
    await sql.query('UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name LIKE $1', [
      '%release_0_2_0',
    ])
    expect(await readyz()).toEqual({ status: 'unavailable', reason: 'migrations_pending' })
    await sql.query(`REVOKE SELECT ON _prisma_migrations FROM ${new URL(own.portalUrl).username}`)
    expect(await readyz()).toEqual({ status: 'unavailable', reason: 'database_not_prepared' })
    expect((await fetch(`${origin}/readyz`, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD')
  } finally {
    await sql.end()
  }
})
