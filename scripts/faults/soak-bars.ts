import { addUp, costOfProduct, drift, type Soak, type Stretch } from './soak'

/** A part of what was there, unless it says otherwise, that may be lost or gained in half an hour. */
const most = { failed: 0.0001, growth: 0.2, drift: 0.1 }

/** What a soak must not show. @returns a sentence for each bar that was missed */
export function findFaults({ stretches, first, last, lost }: Soak): string[] {
  const { calls, wrong, failed } = addUp(stretches)
  const found: string[] = []
  if (wrong > 0) found.push(`${wrong} answers were wrong`)
  if (lost > 0) found.push(`${lost} acknowledged writes were lost`)
  if (failed > most.failed * calls) found.push(`${failed} calls failed`)
  for (const [name, before] of first) {
    const after = last.get(name)
    if (!after) found.push(`${name} was not there any more`)
    else if (after.heapUsed > before.heapUsed * (1 + most.growth))
      found.push(`the heap of ${name} grew by more than ${100 * most.growth} %`)
  }
  const moved: [string, (stretch: Stretch) => number][] = [
    ['the median time of an answer', ({ p50 }) => p50],
    ['the 99th percentile', ({ p99 }) => p99],
    ['processor time for a call', costOfProduct],
  ]
  for (const [what, read] of moved) {
    const by = drift(stretches.map(read))
    if (by > most.drift) found.push(`${what} grew by ${(100 * by).toFixed(1)} % (bar ${100 * most.drift} %)`)
  }
  return found
}
