import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRoutes, pendingRoutes } from '@/test/access/routes'
import { createAccessLog } from './access-log'

const holder = globalThis as { guichetSettings?: unknown }
const lines: Record<string, unknown>[] = []
const output = () => ({ write: (line: string) => void lines.push(JSON.parse(line)) })
const access = { requestId: 'r', method: 'GET', path: '/docs', status: 200, ms: 1.26, address: '192.0.2.1' }

beforeEach(() => {
  lines.length = 0
  delete holder.guichetSettings
  process.env.ACCESS_LOG = 'on'
})
afterEach(() => {
  delete holder.guichetSettings
  delete process.env.ACCESS_LOG
})

test('each response is a line; without the setting there is no log', () => {
  createAccessLog('portal', output)?.(access)
  expect(lines).toMatchObject([{ ...access, ms: 1.3, name: 'portal', msg: 'access' }])
  delete holder.guichetSettings
  delete process.env.ACCESS_LOG
  expect(createAccessLog('portal', output)).toBeUndefined()
})

test('probes are not logged', () => {
  const log = createAccessLog('portal', output)
  for (const path of ['/readyz', '/healthz', '/healthz/x']) log?.({ ...access, path })
  expect(lines.map(({ path }) => path)).toEqual(['/healthz/x'])
})

// ASVS 16.2.5
test('links of e-mails are not in the path, nor more than 200 characters', () => {
  const log = createAccessLog('portal', output)
  const routes = [...openRoutes, ...pendingRoutes].filter((route) => route.includes('[link]'))
  expect(routes.length).toBeGreaterThan(5)
  for (const route of routes) log?.({ ...access, path: route.replace('[link]', 'c2VjcmV0') })
  expect(lines.map(({ path }) => path)).toEqual(routes)
  log?.({ ...access, path: `/${'x'.repeat(1000)}` })
  expect(String(lines.at(-1)?.path)).toHaveLength(200)
})

// ASVS 14.2.4, 16.2.5
test('phone numbers are not in the path, and ids are', () => {
  const log = createAccessLog('portal', output)
  const id = '01a2159b-3440-74e7-8057-123456789012'
  for (const number of ['221771234567', '%2B221771234567'])
    log?.({ ...access, path: `/applications/${id}/accounts/${number}` })
  expect(lines.map(({ path }) => path)).toEqual([
    `/applications/${id}/accounts/{msisdn}`,
    `/applications/${id}/accounts/%2B{msisdn}`,
  ])
})
