import { availableParallelism } from 'node:os'
import { median } from '../statistics'
import type { Costs } from './costs'
import { addUp, costOfProduct, drift, type Soak, type Stretch, stretchMilliseconds } from './soak'
import { formatTiers } from './tiers'

/** Rows of the table over time; a run with fewer stretches has fewer. */
const parts = 6

/** The soak as a few lines, the calls' figures over time, and a table of each process's resources. */
export function formatSoak(
  { minutes, maximum, rate, stretches, wrongs, tiers, first, last, size, writes, lost }: Soak,
  intro: string,
): string {
  const { calls, failed } = addUp(stretches)
  const moved = (read: (stretch: Stretch) => number) => `${(100 * drift(stretches.map(read))).toFixed(1)} %`
  const megabytes = (bytes: number) => Number((bytes / 1e6).toFixed(1))
  const rows = [...first].map(([name, before]) => {
    const after = last.get(name)
    const pair = (read: (inside: typeof before) => number | null) =>
      `${read(before) ?? '–'} → ${(after && read(after)) ?? '–'}`
    const cells = [
      ...[pair((each) => megabytes(each.heapUsed)), pair((each) => megabytes(each.rss))],
      ...[pair((each) => each.handles), pair((each) => each.pool)],
    ]
    return `| ${name} | ${cells.join(' | ')} |`
  })
  return [
    intro,
    '',
    `${minutes} minutes at ${rate} calls a second, a share of the ${Math.round(maximum)} that one caller got through: ` +
      `${calls} calls, ${wrongs} wrong, ${failed} failed; ${writes} writes, ${lost} lost. From the first third to the last, ` +
      `the median response time moved by ${moved(({ p50 }) => p50)}, the 99th percentile by ${moved(({ p99 }) => p99)}, ` +
      `CPU time of the gateways and databases per call by ${moved(costOfProduct)}, that of the baseline workload by ` +
      `${moved(({ baseline }) => baseline)}. The database grew from ${megabytes(size[0])} to ${megabytes(size[1])} MB.`,
    '',
    '| part of the run | median, ms | p99, ms | µs a call: gateways | databases | caller | machine busy | given to others | baseline, ms |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...formatParts(stretches),
    '',
    ...formatTiers(tiers, calls),
    '',
    '| process | heap after collection, MB | resident, MB | handles | connections |',
    '|---|---:|---:|---:|---:|',
    ...rows,
  ].join('\n')
}

function formatParts(stretches: Stretch[]): string[] {
  const length = Math.ceil(stretches.length / parts)
  const count = Math.ceil(stretches.length / length)
  return Array.from({ length: count }, (_, index) => {
    const part = stretches.slice(index * length, (index + 1) * length)
    const middle = (read: (stretch: Stretch) => number) => median(part.map(read))
    const each = (name: keyof Costs) => Math.round(middle(({ costs, calls }) => costs[name] / calls))
    const [busy, stolen] = [middle(({ costs }) => costs.busy), middle(({ costs }) => costs.stolen)]
    const cells = [
      ...[
        `${index + 1} of ${count}`,
        middle(({ p50 }) => p50).toFixed(1),
        middle(({ p99 }) => p99).toFixed(1),
      ],
      ...[each('gateways'), each('databases'), each('caller'), share(busy), share(stolen)],
      middle(({ baseline }) => baseline).toFixed(2),
    ]
    return `| ${cells.join(' | ')} |`
  })
}

/** As a share of the capacity of the machine's cores in a stretch. */
function share(microseconds: number): string {
  return `${((100 * microseconds) / (stretchMilliseconds * 1000 * availableParallelism())).toFixed(1)} %`
}
