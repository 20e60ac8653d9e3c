import type { Logger } from 'pino'

const quietMilliseconds = 1000

/**
 * Makes a log line a second at most for each kind of trouble, with how often it was repeated meanwhile: an outage at
 * full load must not turn into a flood of lines.
 */
export function createComplainer(logger: Logger): (kind: string, error: unknown, requestId?: string) => void {
  const last = new Map<string, { at: number; silenced: number }>()
  return (kind, error, requestId) => {
    const now = performance.now()
    const previous = last.get(kind)
    if (previous && now - previous.at < quietMilliseconds) {
      previous.silenced++
      return
    }
    logger.error(
      { requestId, ...outline(error), silenced: previous?.silenced ?? 0 },
      `${kind}: could not answer as asked`,
    )
    last.set(kind, { at: now, silenced: 0 })
  }
}

/** Not the whole error: PostgreSQL's carry values of rows and parameters. */
function outline(error: unknown): object {
  if (!(error instanceof Error)) return { cause: typeof error }
  return { cause: error.message, code: (error as NodeJS.ErrnoException).code, stack: error.stack }
}
