import { callsKept } from './schema'

/**
 * How long, and how many of, an application's calls are kept.
 * @param days `CALL_RETENTION_DAYS`: errors are kept that long, successes for less
 */
export function findCallRetention({ CALL_RETENTION_DAYS: days }: { CALL_RETENTION_DAYS: number }) {
  const { successes, errors } = callsKept
  return {
    successes: { calls: successes.calls, days: Math.min(successes.days, days) },
    errors: { calls: errors.calls, days },
  }
}
