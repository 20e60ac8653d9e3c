/** The database did not answer in time, or too many callers wait for it already: try again later. */
export class OverloadError extends Error {
  override name = 'OverloadError'
}

type Waiting<Key, Value, Asker> = {
  key: Key
  asker: Asker
  deadline: number
  settled: boolean
  resolve: (value: Value) => void
  reject: (error: unknown) => void
}

type Options<Key, Value, Asker> = {
  /** Answers all keys at once, in their order; `askers` tells whom, for who watches it. */
  run: BatchRun<Key, Value, Asker>
  /**
   * Batches under way at the same time, at most. Another one leaves beside the former only when that has not come back
   * within 5 ms: until then callers gather, as one large batch costs less than two small ones.
   */
  maxInFlight: number
  /** Keys in one batch, at most. */
  maxBatch: number
  /** Callers that may wait; one more is refused. */
  maxWaiting: number
  /** How long one caller waits, in milliseconds. */
  timeoutMs: number
  /** Told the size of each batch. */
  onBatch?: (size: number) => void
}

export type BatchRun<Key, Value, Asker> = (keys: Key[], askers: () => Asker[]) => Promise<Value[]>

/** One question for all callers that ask at about the same time. */
export type Batcher<Key, Value, Asker = void> = {
  /**
   * The answer for `key`, never cached.
   * @param asker whom it is for
   * @throws OverloadError when the queue is full or after the timeout; else what `run` throws
   */
  load(key: Key, asker: Asker): Promise<Value>
  /** How many callers have no answer yet. */
  waiting(): number
}

const sweepInterval = 50
const gatherMilliseconds = 5

/**
 * Gathers what is asked in one turn of the event loop, and while earlier batches are under way, into one batch: the
 * busier the process, the fewer statements per call. Nothing is cached, so an answer is never older than its question.
 */
export function createBatcher<Key, Value, Asker = void>(
  options: Options<Key, Value, Asker>,
): Batcher<Key, Value, Asker> {
  type Held = Waiting<Key, Value, Asker>
  let queue: Held[] = []
  const underWay = new Set<Held[]>()
  let held = 0
  let scheduled: NodeJS.Immediate | undefined
  let lastAskedAt = 0
  let sweeper: NodeJS.Timeout | undefined

  function schedule(): void {
    if (scheduled || queue.length === 0 || mustGather()) return
    scheduled = setImmediate(dispatch)
  }

  function mustGather(): boolean {
    if (underWay.size === 0) return false
    return underWay.size >= options.maxInFlight || performance.now() - lastAskedAt < gatherMilliseconds
  }

  function dispatch(): void {
    clearImmediate(scheduled)
    scheduled = undefined
    const batch = queue.length <= options.maxBatch ? queue : queue.slice(0, options.maxBatch)
    queue = batch === queue ? [] : queue.slice(options.maxBatch)
    const asking = batch.some((each) => each.settled) ? batch.filter((each) => !each.settled) : batch
    if (asking.length > 0) ask(asking)
    schedule()
  }

  function ask(batch: Held[]): void {
    underWay.add(batch)
    lastAskedAt = performance.now()
    options.onBatch?.(batch.length)
    options
      .run(
        batch.map((each) => each.key),
        () => batch.map((each) => each.asker),
      )
      .then(
        (values) => leave(batch, () => answer(batch, values)),
        (error) => leave(batch, () => refuse(batch, error)),
      )
  }

  /**
   * What has gathered goes out before the answers that have come are given, so that the database works while they are
   * written. A turn of the event loop lies between, as a pool hands its connections out at the end of this one.
   */
  function leave(batch: Held[], settleAll: () => void): void {
    underWay.delete(batch)
    if (queue.length === 0 || mustGather()) settleAll()
    else {
      dispatch()
      setImmediate(settleAll)
    }
  }

  function answer(batch: Held[], values: Value[]): void {
    for (let index = 0; index < batch.length; index++) {
      const each = batch[index] as Held
      if (settle(each)) each.resolve(values[index] as Value)
    }
  }

  function refuse(batch: Held[], error: unknown): void {
    for (const each of batch) if (settle(each)) each.reject(error)
  }

  /** @returns whether it was still to be answered */
  function settle(each: Held): boolean {
    if (each.settled) return false
    each.settled = true
    held--
    return true
  }

  function giveUpLate(): void {
    const now = performance.now()
    for (const batch of [queue, ...underWay]) {
      for (const each of batch) {
        if (each.deadline <= now && settle(each)) each.reject(new OverloadError('no answer in time'))
      }
    }
    schedule()
    if (held === 0) {
      clearInterval(sweeper)
      sweeper = undefined
    }
  }

  return {
    load(key, asker) {
      if (held >= options.maxWaiting) return Promise.reject(new OverloadError('too many wait'))
      held++
      sweeper ??= setInterval(giveUpLate, sweepInterval).unref()
      return new Promise((resolve, reject) => {
        queue.push({
          key,
          asker,
          deadline: performance.now() + options.timeoutMs,
          settled: false,
          resolve,
          reject,
        })
        schedule()
      })
    },
    waiting: () => held,
  }
}
