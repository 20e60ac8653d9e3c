import { percentile } from '../statistics'
import type { Verdict } from './expectation'

/** One call: when it was sent and answered, in milliseconds of the monotonic clock. */
export type Call = { kind: string; sentAt: number; endedAt: number; verdict: Verdict }

export type Figures = {
  calls: number
  wrong: number
  failed: number
  /** longest time in which no token and no balance was given, milliseconds */
  longestGap: number
  /** from `since` to the last failed call, milliseconds; 0 when none failed after it */
  fullServiceAfter: number
  p99: number
}

/**
 * What a run of calls comes to.
 * @param since when the fault struck, or, when it lasted, was over
 */
export function sumUp(calls: readonly Call[], since: number): Figures {
  const is = (word: Verdict['is']) => calls.filter(({ verdict }) => verdict.is === word)
  const failed = is('failed')
  const last = Math.max(since, ...failed.map(({ sentAt }) => sentAt))
  const times = is('right').map(({ sentAt, endedAt }) => endedAt - sentAt)
  return {
    calls: calls.length,
    wrong: is('wrong').length,
    failed: failed.length,
    longestGap: longestGap(
      is('right')
        .filter(isServed)
        .map(({ endedAt }) => endedAt),
    ),
    fullServiceAfter: last - since,
    p99: percentile(times, 0.99) || 0,
  }
}

/** What callers come for; a refusal needs less of what may be broken. */
function isServed({ kind }: Call): boolean {
  return kind === 'a token' || kind === 'a balance'
}

/** How many calls failed in each second from `since` on, as digits in a row: what one reads where it went wrong from. */
export function drawFailures(calls: readonly Call[], since: number): string {
  const failed = new Map<number, number>()
  for (const { sentAt, verdict } of calls) {
    const second = Math.floor((sentAt - since) / 1000)
    if (verdict.is === 'failed' && second >= 0) failed.set(second, (failed.get(second) ?? 0) + 1)
  }
  const last = Math.max(-1, ...failed.keys())
  return Array.from({ length: last + 1 }, (_, second) => failed.get(second) ?? 0).join(' ')
}

function longestGap(moments: number[]): number {
  const sorted = [...moments].sort((one, other) => one - other)
  return sorted.slice(1).reduce((longest, at, index) => Math.max(longest, at - (sorted[index] as number)), 0)
}
