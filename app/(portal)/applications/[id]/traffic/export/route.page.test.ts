import { NextRequest } from 'next/server'
import { beforeAll, expect, test } from 'vitest'
import { asCaller } from '@/test/access/next-request'
import { withScene } from '@/test/access/scene'
import { recordCalls } from '@/test/metered-calls'
import { GET } from './route'

const { gateway, scene } = withScene()
const noon = Date.parse('2026-11-20T12:00:00Z')

beforeAll(async () => {
  await recordCalls(gateway, scene.sandbox.applicationId, [
    { at: noon, endpoint: 'token', minted: true, latency: 1 },
    { at: noon, status: 404, errorCode: 'account_not_found', latency: 1 },
  ])
})

function load(query: string) {
  const request = new NextRequest(`http://localhost:3000/applications/x/traffic/export?${query}`)
  const params = Promise.resolve({ id: scene.sandbox.applicationId })
  return asCaller(scene.owner.claims, () => GET(request, { params }))
}

test('the intervals of the period are a line each, those without calls included', async () => {
  const response = await load('from=2026-11-20T12:00&to=2026-11-20T12:02')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(response.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="usage-${scene.sandbox.clientId}-2026-11-20.csv"`),
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

test('a period that makes no sense is the last day', async () => {
  const [, first = ''] = (await (await load('from=x&to=%00')).text()).split('\r\n')
  const hours = (Date.now() - Date.parse(first.split(',')[0] ?? '')) / 3_600_000
  // It begins with a step of five minutes.
  expect(Math.abs(hours - 24)).toBeLessThan(0.1)
})
