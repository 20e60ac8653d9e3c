import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { heapInUse } from '@/test/heap'
import { createExpiringMap } from './expiring-map'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const inMs = (ms: number) => ({ until: performance.now() + ms })

test('an entry is gone half a second after its end, without further calls', () => {
  const dropped: string[] = []
  const map = createExpiringMap({ maxEntries: 10, onDrop: (_value, key) => dropped.push(key) })
  map.set('a', inMs(60_000))
  vi.advanceTimersByTime(30_000)
  map.set('b', inMs(60_000))
  vi.advanceTimersByTime(30_500)
  expect([...map.keys()]).toEqual(['b'])
  vi.advanceTimersByTime(30_000)
  expect([map.size(), dropped]).toEqual([0, ['a', 'b']])
  expect(vi.getTimerCount()).toBe(0)
  map.set('c', inMs(60_000))
  vi.advanceTimersByTime(60_500)
  expect(map.size()).toBe(0)
})

test('beyond its maximum the oldest are dropped, and an entry that is set again is the newest', () => {
  const map = createExpiringMap({ maxEntries: 3 })
  for (const key of ['a', 'b', 'c', 'a', 'd']) map.set(key, inMs(60_000))
  expect([...map.keys()]).toEqual(['c', 'a', 'd'])
  const large = createExpiringMap({ maxEntries: 160 })
  for (let index = 0; index < 161; index++) large.set(`key ${index}`, inMs(60_000))
  expect(large.size()).toBe(151)
  const none = createExpiringMap({ maxEntries: 0 })
  none.set('a', inMs(60_000))
  expect(none.size()).toBe(0)
})

test('an entry takes the memory of its key, and not that of the request which the key is a part of', () => {
  const map = createExpiringMap({ maxEntries: 3000 })
  const before = heapInUse()
  for (let index = 0; index < 3000; index++) {
    const request = Buffer.alloc(16_384, `client_id=guichet_sandbox_id_${index}&padding=`).toString('latin1')
    map.set(`192.0.2.1 ${request.slice(10, 50)}`, inMs(60_000))
  }
  expect((heapInUse() - before) / 3000).toBeLessThan(300)
  expect(map.size()).toBe(3000)
})
