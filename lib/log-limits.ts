import { detach } from './expiring-map'

/** Maximum characters of a line. */
const maxLine = 8_000
/** Maximum characters of a value in a line that is too long. */
const maxValue = 1_000
const windowMs = 10_000
/** Maximum lines per window: of one kind, and of all kinds without counting the first of each. */
const maxOfKind = 100
const maxOfAll = 500
/** Kinds distinguished within a window; further ones share one count. */
const maxKinds = 200
const kept = ['level', 'time', 'pid', 'hostname', 'name', 'requestId', 'msg']

/** Decides which lines a process may still write within ten seconds. */
export type LogLimits = { admits(kind: string): boolean }

/**
 * Limits how much a process logs, so that no one can fill a disk, or push earlier lines out of a rotated file. The
 * first line of a kind is always written.
 * @param report called when a window ends, with the number of dropped lines of each kind
 */
export function createLogLimits(report: (dropped: Record<string, number>) => void): LogLimits {
  const counts = new Map<string, number>()
  const dropped = new Map<string, number>()
  let written = 0
  let timer: NodeJS.Timeout | undefined

  function endWindow(): void {
    clearTimeout(timer)
    timer = undefined
    const lost = Object.fromEntries(dropped)
    counts.clear()
    dropped.clear()
    written = 0
    if (Object.keys(lost).length > 0) report(lost)
  }

  process.once('exit', endWindow)
  return {
    admits(given) {
      timer ??= setTimeout(endWindow, windowMs).unref()
      const kind = counts.has(given) ? given : counts.size < maxKinds ? detach(given) : 'other'
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      const admitted = count === 1 || (count <= maxOfKind && written < maxOfAll)
      // Dropped lines do not count towards the total: thousands of one kind must not silence the others.
      if (admitted) written++
      else dropped.set(kind, (dropped.get(kind) ?? 0) + 1)
      return admitted
    },
  }
}

/** Shortens a JSON line to the maximum: long values are cut, and if that is not sufficient the rest is left out. */
export function shortenLine(line: string): string {
  if (line.length <= maxLine) return line
  const values = JSON.parse(line) as Record<string, unknown>
  for (const [key, value] of Object.entries(values)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (text.length > maxValue) values[key] = text.slice(0, maxValue)
  }
  const shorter = JSON.stringify({ ...values, shortened: line.length })
  if (shorter.length <= maxLine) return `${shorter}\n`
  const few = Object.fromEntries(kept.map((key) => [key, values[key]]))
  return `${JSON.stringify({ ...few, shortened: line.length })}\n`
}
