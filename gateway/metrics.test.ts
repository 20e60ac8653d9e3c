import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createTally, TallyHistogram } from './metrics'

test('a tally adds up by its labels, and reading it twice counts nothing twice', async () => {
  const registry = new Registry()
  const tally = createTally({
    name: 'calls_total',
    help: 'Calls',
    labelNames: ['endpoint', 'status'],
    registry,
  })
  tally.inc({ endpoint: 'token', status: 200 })
  tally.inc({ endpoint: 'token', status: 200 }, 2)
  tally.inc({ endpoint: 'token', status: 401 })
  const first = await registry.metrics()
  expect(first).toContain('calls_total{endpoint="token",status="200"} 3')
  expect(first).toContain('calls_total{endpoint="token",status="401"} 1')
  expect(await registry.metrics()).toBe(first)
})

test('a histogram renders cumulative buckets, sum and count', async () => {
  const registry = new Registry()
  registry.setDefaultLabels({ environment: 'sandbox' })
  const histogram = new TallyHistogram('request_seconds', 'Time', 'endpoint', [0.1, 1], registry)
  for (const value of [0.05, 0.1, 0.5, 3]) histogram.observe('token', value)
  const text = await registry.metrics()
  expect(text).toContain('# TYPE request_seconds histogram')
  for (const [le, count] of [
    ['0.1', 2],
    ['1', 3],
    ['+Inf', 4],
  ])
    expect(text).toContain(
      `request_seconds_bucket{le="${le}",endpoint="token",environment="sandbox"} ${count}`,
    )
  expect(text).toContain('request_seconds_sum{endpoint="token",environment="sandbox"} 3.65')
  expect(text).toContain('request_seconds_count{endpoint="token",environment="sandbox"} 4')
})
