import { percentile } from '../statistics'
import type { Verdict } from './expectation'

/** One call: when it was sent and its response received, in milliseconds of the monotonic clock. */
export type Call = { kind: string; sentAt: number; endedAt: number; verdict: Verdict }

export type Figures = {
  calls: number
  wrong: number
  failed: number
  /** longest time without a token or a balance, milliseconds */
  longestGap: number
  /** from `since` to the last failed call, milliseconds; 0 when none failed after it */
  fullServiceAfter: number
  p99: number
}

/**
 * Sums up a run of calls.
 * @param since when the fault struck or, if it lasted, ended
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

/** The calls that matter to callers; a refusal depends on fewer of the parts that may be broken. */
function isServed({ kind }: Call): boolean {
  return kind === 'a token' || kind === 'a balance'
}

/** Failed calls in each second from `since` on, as a row of digits: shows where the failures started. */
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
