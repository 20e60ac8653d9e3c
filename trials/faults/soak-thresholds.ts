import type { Resources } from './resources'
import { addUp, costOfProduct, drift, type Soak, type Stretch } from './soak'

/**
 * Shares of the initial value, unless noted otherwise, that may be lost or gained in half an hour. Handles vary with
 * the proxy's connections: a leak per call or over time is more than half of them.
 */
const most = { failed: 0.0001, growth: 0.2, drift: 0.1, handles: 0.5, moreHandles: 20, connections: 8 }

/** Checks a soak against the limits. @returns a sentence for each one exceeded */
export function findFaults({ stretches, first, last, lost, wrongs }: Soak): string[] {
  const { calls, failed } = addUp(stretches)
  const found: string[] = []
  if (wrongs > 0) found.push(`${wrongs} responses were wrong`)
  if (lost > 0) found.push(`${lost} acknowledged writes were lost`)
  if (failed > most.failed * calls) found.push(`${failed} calls failed`)
  for (const [name, before] of first) found.push(...compare(name, before, last.get(name)))
  const moved: [string, (stretch: Stretch) => number][] = [
    ['the median response time', ({ p50 }) => p50],
    ['the 99th percentile', ({ p99 }) => p99],
    ['CPU time per call', costOfProduct],
  ]
  for (const [what, read] of moved) {
    const by = drift(stretches.map(read))
    if (by > most.drift)
      found.push(`${what} grew by ${(100 * by).toFixed(1)} % (limit ${100 * most.drift} %)`)
  }
  return found
}

/** Compares a process before and after. */
function compare(name: string, before: Resources, after: Resources | undefined): string[] {
  if (!after) return [`${name} no longer existed`]
  const found: string[] = []
  if (after.heapUsed > before.heapUsed * (1 + most.growth))
    found.push(`the heap of ${name} grew by more than ${100 * most.growth} %`)
  if (after.handles > before.handles * (1 + most.handles) + most.moreHandles)
    found.push(`${name} holds ${after.handles} handles after ${before.handles}`)
  if ((after.pool ?? 0) > most.connections)
    found.push(`${name} holds ${after.pool} connections to the database (limit ${most.connections})`)
  return found
}
