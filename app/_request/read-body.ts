import { withTimeout } from '@/lib/timeout'
import type { UploadRoute } from '@/lib/uploads'

/** Why a body was not read to the end. */
export class BodyRefusal extends Error {
  override name = 'BodyRefusal'
  constructor(readonly reason: 'form_too_large' | 'too_slow') {
    super(reason)
  }
}

export type Pace = { graceMs: number; bytesPerSecond: number }

/**
 * Slow connections must succeed: the largest form takes half an hour at 64 kB/s, and a phone may lose its network for a
 * minute. A quarter of that rate is still accepted; a slower connection is kept open on purpose.
 */
export const slowestPace: Pace = { graceMs: 60_000, bytesPerSecond: 16_000 }

/**
 * The body of an upload as it arrives. Only the time spent waiting for the sender counts, not the time taken to store.
 * @throws BodyRefusal beyond the maximum of `route`, or when the sender falls behind `pace`
 */
export async function* readBodyChunks(
  { body }: { body: ReadableStream<Uint8Array> | null },
  { maxBytes }: Pick<UploadRoute, 'maxBytes'>,
  { graceMs, bytesPerSecond }: Pace = slowestPace,
): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  let received = 0
  let waitedMs = 0
  try {
    for (;;) {
      const began = performance.now()
      const allowedMs = graceMs + (1000 * received) / bytesPerSecond - waitedMs
      const { done, value } = await withTimeout(
        Math.max(allowedMs, 0),
        () => reader.read(),
        () => new BodyRefusal('too_slow'),
      )
      if (done) return
      waitedMs += performance.now() - began
      received += value.length
      if (received > maxBytes) throw new BodyRefusal('form_too_large')
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
