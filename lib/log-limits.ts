/** Characters of one line. */
const maxLine = 8_000
/** Characters of one value in a line that is too long. */
const maxValue = 1_000
const windowMs = 10_000
/** Lines within a window: of one kind, and of all kinds apart from the first of each. */
const maxOfKind = 100
const maxOfAll = 500
/** Kinds that are told apart within a window; further ones share one count. */
const maxKinds = 200
const kept = ['level', 'time', 'pid', 'hostname', 'name', 'requestId', 'msg']

/** Which lines a process still writes within ten seconds. */
export type LogLimits = { admits(kind: string): boolean }

/**
 * Bounds how much a process logs, so that no one can fill a disk, or push earlier lines out of a rotated file. The first
 * line of a kind is always written.
 * @param report gets, when a window ends, how many lines of each kind were dropped in it
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
      const kind = counts.has(given) || counts.size < maxKinds ? given : 'other'
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      const admitted = count === 1 || (count <= maxOfKind && written < maxOfAll)
      // Dropped lines do not count towards all: thousands of one kind must not silence the others.
      if (admitted) written++
      else dropped.set(kind, (dropped.get(kind) ?? 0) + 1)
      return admitted
    },
  }
}

/** A line of JSON within its bound: long values are cut, and where that is not enough the rest is left out. */
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
