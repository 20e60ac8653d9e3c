import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxPostMs } from '@/lib/documents/schema'
import { projectRoot } from '@/scripts/root'
import { findFreePorts } from '@/scripts/test/ports'
import { createTestDatabase, type TestDatabase } from '@/test/postgres'

// A portal without its pages: each answer tells the reference that a page would show, and the statement that it made.
const program = `
  import { createServer } from 'node:http'
  import { NextRequest } from 'next/server'
  import { logRequestError, startPortal } from '@/instrumentation-node'
  import { database } from '@/lib/database'
  import { proxy } from '@/proxy'
  await startPortal()
  const server = createServer(async (request, response) => {
    const { headers } = proxy(new NextRequest('http://localhost:3000/', request))
    const [{ text }] = await database().$queryRaw\`SELECT current_query() AS text\`
    logRequestError(new Error('broken'), 'GET', request.url)
    response.end(JSON.stringify({ timeout: server.requestTimeout, shown: headers.get('x-request-id'), text }))
  })
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
`
const key = `1:${Buffer.alloc(32, 1).toString('base64')}`

let own: TestDatabase
let child: ChildProcess
let origin: string
const logged: Record<string, unknown>[] = []

beforeAll(async () => {
  own = await createTestDatabase()
  child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: own.portalUrl,
      NEXTAUTH_SECRET: 'n'.repeat(32),
      SECRET_ENCRYPTION_KEYS: key,
      SECRET_HASH_KEYS: key,
      METRICS_PORT: String(await findFreePorts(1)),
    },
  })
  if (child.stdout) createInterface(child.stdout).on('line', (line) => logged.push(JSON.parse(line)))
  const [port] = await once(child, 'message')
  origin = `http://127.0.0.1:${port}`
}, 60_000)
afterAll(async () => {
  child.kill('SIGKILL')
  await own.drop()
})

test('the reference that a person is shown leads to the log and to each statement, and no caller chooses it', async () => {
  const chosen = '11111111-1111-4111-8111-111111111111'
  const paths = Array.from({ length: 8 }, (_, index) => `/${index}`)
  const answers = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(`${origin}${path}`, { headers: { 'x-request-id': chosen } })
      return { path, ...((await answer.json()) as { shown: string; text: string }) }
    }),
  )
  expect(new Set([chosen, ...answers.map(({ shown }) => shown)]).size).toBe(paths.length + 1)
  for (const { shown, text } of answers) expect(text).toContain(`/*request_id='${shown}'*/`)
  await expect.poll(() => logged.length).toBe(paths.length)
  for (const { path, shown } of answers)
    expect(logged).toContainEqual(
      expect.objectContaining({ route: path, requestId: shown, error: 'broken', msg: 'a request failed' }),
    )
})

test('the largest upload over the slowest line is not cut', async () => {
  const { timeout } = (await (await fetch(origin)).json()) as { timeout: number }
  expect(timeout).toBeGreaterThan(maxPostMs)
})
