import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Standbys } from '@/lib/standby'
import { countIdle } from '@/lib/text-client'

const latencySeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

type Sources = {
  environment: string
  /** Whether limits are shared with other gateways. */
  sharesLimits: boolean
  pool: Pool
  standbys: Standbys | undefined
  waiting: () => Record<string, number>
  inFlight: () => number
  connections: () => number
}

/** The metrics of one gateway. Each has its own registry, so that tests can run several. */
export function createGatewayMetrics({
  environment,
  sharesLimits,
  pool,
  standbys,
  waiting,
  inFlight,
  connections,
}: Sources) {
  const registry = new Registry()
  registry.setDefaultLabels({ environment })
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })

  gauge('guichet_requests_in_flight', 'Requests without a response yet', inFlight)
  gauge('guichet_connections', 'Open connections of callers', connections)
  gauge('guichet_pool_connections', 'Open connections to the database', () => pool.totalCount)
  gauge('guichet_pool_idle', 'Open connections that do nothing', () => countIdle(pool))
  gauge('guichet_pool_waiting', 'Statements that wait for a connection', () => pool.waitingCount)
  new Gauge({
    name: 'guichet_lookups_waiting',
    help: 'Look-ups without a result yet',
    labelNames: ['lookup'],
    registers,
    collect() {
      for (const [lookup, count] of Object.entries(waiting())) this.set({ lookup }, count)
    },
  })

  new Gauge({
    name: 'guichet_standby_age_seconds',
    help: 'How old the data of a standby may be, where standbys are set',
    labelNames: ['standby'],
    registers,
    collect() {
      // A standby that became the primary has no age any more.
      this.reset()
      for (const { name, seconds } of standbys?.ages() ?? []) this.set({ standby: name }, seconds)
    },
  })

  const labelled = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    createTally({ name, help, labelNames, registry })

  return {
    registry,
    /** Adds Node's own metrics: memory, garbage collection, event-loop delay. Once per process. */
    collectProcess: () => collectDefaultMetrics({ register: registry }),
    requests: labelled('guichet_requests_total', 'Requests served', 'endpoint', 'status'),
    latency: new TallyHistogram(
      'guichet_request_seconds',
      'Time from the request line to the response',
      'endpoint',
      latencySeconds,
      registry,
    ),
    batchSize: new TallyHistogram(
      'guichet_lookup_batch_size',
      'Look-ups in one statement',
      'lookup',
      [1, 2, 4, 8, 16, 32, 64, 128],
      registry,
    ),
    tokens: labelled('guichet_tokens_total', 'Tokens handed out, new or again', 'outcome'),
    balanceReads: labelled(
      'guichet_balance_reads_total',
      'Balances by where they were read, with standbys',
      'source',
    ),
    errors: labelled('guichet_errors_total', 'Refusals and failures by code', 'endpoint', 'code'),
    shed: labelled('guichet_shed_total', '503 responses, by cause', 'cause'),
    refusedConnections: labelled(
      'guichet_connections_refused_total',
      'Connections closed as soon as they were made, as there were too many',
    ),
    limited: labelled('guichet_limited_total', '429 responses, by limit', 'limit'),
    droppedMeters: labelled('guichet_meters_dropped_total', 'Meter records not kept, by kind', 'kind'),
    meterFlushFailures: labelled(
      'guichet_meter_flush_failures_total',
      'Batches of meters that could not be written',
    ),
    storeWorking: new Gauge({
      name: 'guichet_limit_store_up',
      help: '1 while limits are shared through their store, 0 while each gateway counts alone',
      // Without a store it would be 0 forever, as if a store were unavailable.
      registers: sharesLimits ? registers : [],
    }),
  }
}

export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>

/** A counter that costs one look-up in a map: prom-client's own sorts and joins its labels on each call. */
type Tally<Label extends string> = {
  inc(labels: Record<Label, string | number>, count?: number): void
}

type Options<Label extends string> = { name: string; help: string; labelNames: Label[]; registry: Registry }

/** Counts in memory, and passes the sums to a prom-client counter when that is read. */
export function createTally<Label extends string>({ registry, ...options }: Options<Label>): Tally<Label> {
  const [first, second] = options.labelNames
  const pending = new Map<string, { labels: Record<Label, string | number>; count: number }>()
  new Counter({
    ...options,
    registers: [registry],
    collect() {
      for (const { labels, count } of pending.values()) this.inc(labels, count)
      pending.clear()
    },
  })
  return {
    inc(labels, count = 1) {
      const key = `${first ? labels[first] : ''} ${second ? labels[second] : ''}`
      const found = pending.get(key)
      if (found) found.count += count
      else pending.set(key, { labels, count })
    },
  }
}

/** Observations in seconds, by one label, in buckets; in memory for the same reason. */
export class TallyHistogram {
  readonly type = 'histogram'
  readonly aggregator = 'sum'
  readonly #series = new Map<string, { buckets: number[]; sum: number; count: number }>()

  constructor(
    readonly name: string,
    readonly help: string,
    readonly label: string,
    readonly bounds: readonly number[],
    registry: Registry,
  ) {
    registry.registerMetric(this as never)
  }

  observe(labelled: string, value: number): void {
    let series = this.#series.get(labelled)
    if (!series) {
      series = { buckets: new Array(this.bounds.length).fill(0), sum: 0, count: 0 }
      this.#series.set(labelled, series)
    }
    let bucket = 0
    while (bucket < this.bounds.length && value > (this.bounds[bucket] as number)) bucket++
    if (bucket < this.bounds.length) (series.buckets[bucket] as number)++
    series.sum += value
    series.count++
  }

  /** The values that the registry renders: cumulative buckets, as the exposition format requires. */
  get() {
    const values = [...this.#series].flatMap(([labelled, { buckets, sum, count }]) => {
      const labels = { [this.label]: labelled }
      const upTo = (bound: number) => buckets.slice(0, bound + 1).reduce((total, each) => total + each, 0)
      return [
        ...this.bounds.map((le, bound) => ({
          metricName: `${this.name}_bucket`,
          labels: { le, ...labels },
          value: upTo(bound),
        })),
        { metricName: `${this.name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
        { metricName: `${this.name}_sum`, labels, value: sum },
        { metricName: `${this.name}_count`, labels, value: count },
      ]
    })
    return { name: this.name, help: this.help, type: this.type, aggregator: this.aggregator, values }
  }

  reset(): void {
    this.#series.clear()
  }
}
