import { expect, test, vi } from 'vitest'
import { createLine } from './output'

test.each([
  [true, ['\r\x1b[Ka', '\r\x1b[Kd', '\r\x1b[Kf', '\r\x1b[K']],
  [false, ['f\n']],
])('progress: one line on a terminal (%s), a line every half minute elsewhere', (isTTY, expected) => {
  vi.useFakeTimers({ toFake: ['performance'], now: 0 })
  const written: string[] = []
  const line = createLine({ isTTY, columns: 80, write: (text: string) => written.push(text) } as never)
  const moments = [0, 100, 150, 29_700, 30_100]
  for (const [at, text] of moments.map((moment, n) => [moment, 'abcdf'[n] as string] as const)) {
    vi.advanceTimersByTime(at - performance.now())
    line.show(() => text)
  }
  line.end()
  vi.useRealTimers()
  expect(written).toEqual(expected)
})
