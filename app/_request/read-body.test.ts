import { expect, test } from 'vitest'
import { slowestLine, uploadRoutes } from '@/lib/uploads'
import { streamOf } from './document-response'
import { BodyRefusal, readBodyChunks, slowestPace } from './read-body'

const { maxBytes } = uploadRoutes.application
const tick = () => new Promise((resume) => setTimeout(resume, 5))

/** A body of `count` pieces of `size` bytes; `wait` passes before each. */
function bodyOf(count: number, size: number, wait: () => Promise<unknown> = async () => {}) {
  let sent = 0
  let cancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sent++ === count) return controller.close()
        await wait()
        if (!cancelled) controller.enqueue(new Uint8Array(size))
      },
      cancel() {
        cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { body, wasCancelled: () => cancelled }
}

async function count(
  body: ReadableStream<Uint8Array> | null,
  pace = slowestPace,
  use: () => Promise<unknown> = tick,
) {
  let received = 0
  for await (const piece of readBodyChunks({ body }, { maxBytes }, pace)) {
    received += piece.length
    await use()
  }
  return received
}

test('an upload below the minimum pace is cut, and its connection is released', async () => {
  const { body, wasCancelled } = bodyOf(1000, 1, tick)
  await expect(count(body, { graceMs: 50, bytesPerSecond: 1000 }, async () => {})).rejects.toThrow('too_slow')
  expect(wasCancelled()).toBe(true)
})

test('one that never sends a byte is cut too', async () => {
  const { body } = bodyOf(1, 1, () => new Promise(() => {}))
  await expect(count(body, { graceMs: 20, bytesPerSecond: 1000 })).rejects.toThrow('too_slow')
})

test('one above it may take as long as it needs', async () => {
  const { body } = bodyOf(40, 1000, tick)
  expect(await count(body, { graceMs: 50, bytesPerSecond: 2000 })).toBe(40_000)
})

test('the time taken to store data does not count', async () => {
  const { body } = bodyOf(20, 1)
  expect(await count(body, { graceMs: 50, bytesPerSecond: 1 }, tick)).toBe(20)
})

test('the largest post is read, and one byte more is refused, whatever was announced', async () => {
  const largest = new Uint8Array(maxBytes)
  expect(await count(streamOf([largest]))).toBe(maxBytes)
  const more = count(streamOf([largest, new Uint8Array(1)]))
  await expect(more).rejects.toEqual(new BodyRefusal('form_too_large'))
})

test('no body is an empty one', async () => {
  expect(await count(null)).toBe(0)
})

test('the slowest line is enough for the largest post, within the hour that staged chunks are kept', () => {
  expect(slowestPace.bytesPerSecond).toBeLessThan(slowestLine)
  expect(uploadRoutes.application.deadlineMs).toBeLessThan(3_600_000)
})
