import { expect, test } from 'vitest'
import { createBatcher, OverloadError } from '@/lib/batch'

const options = { maxInFlight: 2, maxBatch: 100, maxWaiting: 10, timeoutMs: 200 }

/** A batcher whose batches come back when the test says so. */
function createHeld(more = {}) {
  const batches: { keys: number[]; answer: (values: string[]) => void; fail: (error: Error) => void }[] = []
  const run = (keys: number[]) =>
    new Promise<string[]>((answer, fail) => {
      batches.push({ keys, answer, fail })
    })
  return { batches, batcher: createBatcher<number, string>({ ...options, ...more, run }) }
}

test('calls of one turn are answered by one batch, in order, and nothing is cached', async () => {
  const { batches, batcher } = createHeld()
  const asked = Promise.all([batcher.load(1), batcher.load(2), batcher.load(1)])
  await expect.poll(() => batches.length).toBe(1)
  expect(batches[0]?.keys).toEqual([1, 2, 1])
  batches[0]?.answer(['a', 'b', 'c'])
  expect(await asked).toEqual(['a', 'b', 'c'])
  const again = batcher.load(1)
  await expect.poll(() => batches.length).toBe(2)
  batches[1]?.answer(['d'])
  expect(await again).toBe('d')
  expect(batcher.waiting()).toBe(0)
})

test('while a batch is in flight callers gather; after 5 ms another starts alongside it, but no more than allowed', async () => {
  const { batches, batcher } = createHeld()
  const all = [1, 2, 3].map((key) => batcher.load(key))
  await expect.poll(() => batches.length).toBe(1)
  all.push(batcher.load(4), batcher.load(5))
  await expect.poll(() => batches.length).toBe(2)
  expect(batches[1]?.keys).toEqual([4, 5])
  all.push(batcher.load(6))
  batches[0]?.answer(['1', '2', '3'])
  await expect.poll(() => batches.length).toBe(3)
  batches[1]?.answer(['4', '5'])
  batches[2]?.answer(['6'])
  expect(await Promise.all(all)).toEqual(['1', '2', '3', '4', '5', '6'])
})

test('the next batch starts before the results of the previous one are delivered', async () => {
  const { batches, batcher } = createHeld()
  const order: string[] = []
  const first = batcher.load(1).then(() => order.push(`answered, ${batches.length} asked`))
  await expect.poll(() => batches.length).toBe(1)
  const second = batcher.load(2)
  batches[0]?.answer(['a'])
  await first
  expect(order).toEqual(['answered, 2 asked'])
  batches[1]?.answer(['b'])
  expect(await second).toBe('b')
})

test('a batch that fails fails its callers, and the next one is not affected', async () => {
  const { batches, batcher } = createHeld()
  const failing = batcher.load(1)
  await expect.poll(() => batches.length).toBe(1)
  batches[0]?.fail(new Error('gone'))
  await expect(failing).rejects.toThrow('gone')
  const next = batcher.load(2)
  await expect.poll(() => batches.length).toBe(2)
  batches[1]?.answer(['x'])
  expect(await next).toBe('x')
})

test('a caller that waits longer than the timeout, or finds the queue full, is refused', async () => {
  const { batcher } = createHeld()
  const waiting = Array.from({ length: 10 }, (_, key) => batcher.load(key))
  await expect(batcher.load(11)).rejects.toThrow(OverloadError)
  const begin = performance.now()
  const outcomes = await Promise.allSettled(waiting)
  expect(performance.now() - begin).toBeLessThan(10_000)
  expect(outcomes.every((each) => each.status === 'rejected' && each.reason instanceof OverloadError)).toBe(
    true,
  )
  expect(batcher.waiting()).toBe(0)
})
