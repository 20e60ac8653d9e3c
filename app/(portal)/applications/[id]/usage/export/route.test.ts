import { NextRequest } from 'next/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { createApplication } from '@/test/factories'
import { recordCalls } from '@/test/metered-calls'
import { withOwnDatabase } from '@/test/own-database'
import { GET } from './route'

const asked = vi.hoisted(() => ({ application: { id: '', clientId: '' } }))

vi.mock('@/app/_request/application', () => ({
  requireApplication: async (_id: string, right: string) => {
    expect(right).toBe('usage')
    return { application: asked.application }
  },
}))

const { owner, gateway } = withOwnDatabase()
const noon = Date.parse('2026-11-20T12:00:00Z')

beforeAll(async () => {
  asked.application = await createApplication(owner)
  await recordCalls(gateway, asked.application.id, [
    { at: noon, endpoint: 'token', minted: true, latency: 1 },
    { at: noon, status: 404, errorCode: 'account_not_found', latency: 1 },
  ])
})

async function load(query: string) {
  const request = new NextRequest(`http://localhost:3000/applications/x/usage/export?${query}`)
  return GET(request, { params: Promise.resolve({ id: 'x' }) })
}

test('the intervals of the period are a line each, those without calls included', async () => {
  const response = await load('from=2026-11-20T12:00&to=2026-11-20T12:02&step=1')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(response.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="usage-${asked.application.clientId}-2026-11-20.csv"`),
  )
  expect(await response.text()).toBe(
    [
      'from,succeeded,refused,limited,failed,tokens_minted,tokens_reused,p50_ms,p95_ms,p99_ms',
      '2026-11-20T12:00:00.000Z,1,1,0,0,1,0,0.5,1,1',
      '2026-11-20T12:01:00.000Z,0,0,0,0,0,0,,,',
      '',
    ].join('\r\n'),
  )
})

test('a period that makes no sense is the last hour', async () => {
  const lines = (await (await load('from=x&to=%00')).text()).split('\r\n')
  expect(lines).toHaveLength(62)
})
