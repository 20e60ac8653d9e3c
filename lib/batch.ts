/** The database did not respond in time, or too many callers are waiting for it: try again later. */
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
  /** Answers all keys in one call, in order; `askers` returns their callers, for logs and traces. */
  run: BatchRun<Key, Value, Asker>
  /**
   * Maximum simultaneous batches while more than four callers wait; 1 for however few. A further one starts only if the
   * previous one has not returned within 5 ms: until then callers gather, as one large batch costs less than two small
   * ones.
   */
  maxInFlight: number
  /** Maximum keys per batch. */
  maxBatch: number
  /** Maximum waiting callers; further ones are refused. */
  maxWaiting: number
  /** Milliseconds that a caller waits at most. */
  timeoutMs: number
  /** Called with the size of each batch. */
  onBatch?: (size: number) => void
}

export type BatchRun<Key, Value, Asker> = (keys: Key[], askers: () => Asker[]) => Promise<Value[]>

/** Answers all callers of about the same time with one query. */
export type Batcher<Key, Value, Asker = void> = {
  /**
   * The value for `key`, never cached.
   * @param asker the caller
   * @throws OverloadError when the queue is full or after the timeout; else what `run` throws
   */
  load(key: Key, asker: Asker): Promise<Value>
  /** Number of callers without a result yet. */
  waiting(): number
}

const sweepInterval = 50
const gatherMilliseconds = 5
/** So few do not wait for each other: several sessions work at the same time. */
const few = 4

/**
 * Gathers calls of one turn of the event loop, and those made while earlier batches are in flight, into one batch: the
 * busier the process, the fewer statements per call. No result is kept, so none is older than its call.
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
    if (held <= few && options.maxInFlight > 1) return false
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
   * Sends the next batch before resolving the callers of this one, so that the database works while their responses are
   * written. One turn of the event loop is in between, as a pool only hands out connections at the end of this one.
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

  /** @returns whether it was still pending */
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
        if (each.deadline <= now && settle(each)) each.reject(new OverloadError('no response in time'))
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
