import { Counter, type Registry } from 'prom-client'

/** A counter that costs one look-up in a map: prom-client's own sorts and joins its labels on each call. */
export type Tally<Label extends string> = {
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
