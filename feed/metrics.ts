import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Taken } from '@/lib/feed/commands'
import { listSenders } from '@/lib/feed/queries'
import { withTimeout } from '@/lib/timeout'
import { changeOutcomes } from '@/lib/wallet/apply-changes'

const timeoutMs = 1500

/** The feed's metrics. Those that are read from the database are left out while it does not respond. */
export function createFeedMetrics(pool: Pool, names: readonly string[], expectedSeconds: number | undefined) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const changes = new Counter({
    name: 'guichet_feed_changes_total',
    help: 'Changes of accounts by sender and outcome',
    labelNames: ['name', 'outcome'],
    registers,
  })
  const repeats = new Counter({
    name: 'guichet_feed_repeats_total',
    help: 'Requests whose position was stored already, and that brought nothing new',
    labelNames: ['name'],
    registers,
  })
  // Preset: an alert rule sees no increase in a counter that first appears with its first failure.
  for (const name of names) {
    repeats.inc({ name }, 0)
    for (const outcome of changeOutcomes) changes.inc({ name, outcome }, 0)
  }
  const behind = new Histogram({
    name: 'guichet_feed_behind_seconds',
    help: 'Time from the newest change of a request at the wallet to its storing',
    labelNames: ['name'],
    buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600],
    registers,
  })
  for (const name of names) behind.zero({ name })
  // All of them are of one query.
  let underWay: Promise<void> | undefined
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        underWay ??= refresh().finally(() => {
          underWay = undefined
        })
        return underWay
      },
    })
  const paused = gauge('guichet_feed_paused', '1 while the sender is paused', ['name'])
  const position = gauge('guichet_feed_position', 'The last position of a sender in a partition', [
    'name',
    'partition',
  ])
  const restarted = gauge(
    'guichet_feed_restarted',
    '1 while the numbering of a partition counts as begun again: changes may be missing',
    ['name', 'partition'],
  )
  const silent = gauge('guichet_feed_silent_seconds', 'Time since the last request, heartbeats included')
  const age = gauge('guichet_feed_newest_change_age_seconds', 'Age of the newest change that came')
  if (expectedSeconds)
    new Gauge({ name: 'guichet_feed_expected_seconds', help: 'FEED_EXPECTED_SECONDS', registers }).set(
      expectedSeconds,
    )

  async function refresh(): Promise<void> {
    const lines = await withTimeout(timeoutMs, () => listSenders(pool)).catch(() => null)
    for (const each of [paused, position, restarted]) each.reset()
    for (const name of lines ? names : []) paused.set({ name }, 0)
    for (const { name, partition, position: offset, pausedAt, restartedAt } of lines ?? []) {
      paused.set({ name }, pausedAt ? 1 : 0)
      if (partition === null) continue
      position.set({ name, partition }, Number(offset))
      restarted.set({ name, partition }, restartedAt ? 1 : 0)
    }
    const newest = Math.max(...(lines ?? []).map(({ newestAsOf }) => newestAsOf?.getTime() ?? 0))
    age.set(newest > 0 ? (Date.now() - newest) / 1000 : Number.NaN)
    const seen = (lines ?? []).map(({ senderSeenSecondsAgo }) => senderSeenSecondsAgo)
    // Before the first request of all it has been silent since it began.
    silent.set(lines === null ? Number.NaN : seen.length > 0 ? Math.min(...seen) : process.uptime())
  }

  return {
    registry,
    count(name: string, taken: Taken): void {
      if (taken.repeated) {
        repeats.inc({ name })
        return
      }
      for (const outcome of changeOutcomes)
        changes.inc({ name, outcome }, outcome === 'refused' ? taken.refused.length : taken[outcome])
      if (taken.behindMs !== null) behind.observe({ name }, taken.behindMs / 1000)
    },
  }
}

export type FeedMetrics = ReturnType<typeof createFeedMetrics>
