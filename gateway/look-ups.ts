import type { Pool } from 'pg'
import { type Batcher, type BatchRun, createBatcher } from '@/lib/batch'
import type { Environment } from '@/lib/tokens/token'
import type { Tracing } from '@/lib/tracing'
import { type Exchange, listRequestIds } from './exchange'
import type { Metrics } from './metrics'
import { type NoteSlow, watchBatches } from './slow'
import { traceBatches } from './tracing'

/** A look-up or change of `lib`, of several callers in one statement. */
export type Run<Key, Value> = (
  pool: Pool,
  environment: Environment,
  keys: Key[],
  requestIds: string,
) => Promise<Value[]>

/** What a group of endpoints looks up, in batches. */
export type LookUp<Key, Value> = Batcher<Key, Value, Exchange>

type Options = {
  environment: Environment
  pool: Pool
  timeoutMs: number
  tracing: Tracing | undefined
  noteSlow: NoteSlow
  /** Known by the time of the first batch. */
  metrics: () => Metrics
}

/** Leaves some of the pool's connections free for mints, meters and health checks. */
const bounds = { maxInFlight: 3, maxBatch: 256, maxWaiting: 4000 }

/** Makes the look-ups of one gateway, each of which is timed, traced and counted by its name. */
export function createLookUps({ environment, pool, timeoutMs, tracing, noteSlow, metrics }: Options) {
  const waiting: Record<string, () => number> = {}

  function lookUp<Key, Value>(
    name: string,
    run: Run<Key, Value>,
    ownBounds: Partial<typeof bounds> = {},
  ): LookUp<Key, Value> {
    const inBatches: BatchRun<Key, Value, Exchange> = (keys, askers) =>
      run(pool, environment, keys, listRequestIds(askers()))
    const batcher = createBatcher({
      ...bounds,
      ...ownBounds,
      timeoutMs,
      run: watchBatches(name, tracing ? traceBatches(tracing, name, inBatches) : inBatches, noteSlow),
      onBatch: (size) => metrics().batchSize.observe(name, size),
    })
    waiting[name] = batcher.waiting
    return batcher
  }

  return {
    lookUp,
    /** By name, the look-ups without a result yet. */
    waiting: () => Object.fromEntries(Object.entries(waiting).map(([name, count]) => [name, count()])),
  }
}

export type MakeLookUp = ReturnType<typeof createLookUps>['lookUp']
