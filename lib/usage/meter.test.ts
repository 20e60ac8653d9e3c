import { beforeEach, expect, test } from 'vitest'
import { createNetworkCounts } from './meter'
import type { MeteredCall } from './request-log'

let dropped = 0
let counts: ReturnType<typeof createNetworkCounts>

beforeEach(() => {
  dropped = 0
  counts = createNetworkCounts((count) => {
    dropped += count
  })
})

const day = 20_000
const call = { applicationId: 'a', endpoint: 'account', status: 200, hint: null, at: day * 86_400_000 }
const record = (changes: Partial<MeteredCall>) => counts.record({ ...call, ...changes } as MeteredCall)
const taken = () =>
  counts.take().map(({ applicationId, day: on, network, calls }) => [applicationId, on, network, calls])

test('calls are counted by application, day and network', () => {
  for (const address of [
    '203.0.113.1',
    '203.0.113.1',
    '203.0.113.2',
    '2001:db8::1',
    '203.0.113.1',
    'nonsense',
  ])
    record({ address })
  record({ address: '203.0.113.1', applicationId: 'b' })
  record({ address: '203.0.113.1', at: call.at + 86_400_000 })
  expect(counts.size()).toBe(5)
  expect(taken().sort()).toEqual([
    ['a', day, '', 1],
    ['a', day, '2001:db8::/56', 1],
    ['a', day, '203.0.113.0/24', 4],
    ['a', day + 1, '203.0.113.0/24', 1],
    ['b', day, '203.0.113.0/24', 1],
  ])
  expect([counts.size(), taken()]).toEqual([0, []])
})

test('calls that were not authenticated are not', () => {
  const address = '203.0.113.1'
  for (const [status, hint] of [
    [401, 'wrong_secret'],
    [400, 'suspended'],
    [429, 'wrong_secret'],
    [503, null],
  ] as const)
    record({ address, endpoint: 'token', status, hint })
  expect(counts.size()).toBe(0)
  record({ address, endpoint: 'token', status: 401, hint: 'address_not_allowed' })
  record({ address, endpoint: 'account', status: 403 })
  expect(taken()).toEqual([['a', day, '203.0.113.0/24', 2]])
})

test('a flood of one application from many networks takes 200 rows, and counts the rest together', () => {
  for (let index = 0; index < 5000; index++) record({ address: `10.${index >> 8}.${index & 255}.1` })
  const rows = counts.take()
  expect(rows).toHaveLength(201)
  expect(rows.find(({ network }) => network === '')?.calls).toBe(4800)
  expect(dropped).toBe(0)
})

test('the memory of many applications is bounded, and what is beyond it is reported', () => {
  for (let index = 0; index < 45_000; index++)
    record({ applicationId: `application-${index}`, address: '203.0.113.1' })
  expect(counts.size()).toBe(40_000)
  expect(dropped).toBe(5000)
  const sizes: number[] = []
  while (counts.size() > 0) sizes.push(counts.take().length)
  expect(Math.max(...sizes)).toBe(5000)
  record({ address: '203.0.113.1' })
  expect(counts.size()).toBe(1)
})
