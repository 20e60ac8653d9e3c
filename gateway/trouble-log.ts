import type { Logger } from 'pino'

const quietMilliseconds = 1000

/**
 * Logs at most one line a second for each kind of trouble, with the number of repetitions suppressed since the last: an
 * outage at full load must not flood the log.
 */
export function createTroubleLog(logger: Logger): (kind: string, error: unknown, requestId?: string) => void {
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
      `${kind}: request failed`,
    )
    last.set(kind, { at: now, silenced: 0 })
  }
}

/** Leaves out parts of the error: PostgreSQL's errors contain values of rows and parameters. */
function outline(error: unknown): object {
  if (!(error instanceof Error)) return { cause: typeof error }
  return { cause: error.message, code: (error as NodeJS.ErrnoException).code, stack: error.stack }
}
