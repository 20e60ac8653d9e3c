/**
 * PostgreSQL's own codes (appendix A): connection lost (08), no resources such as disk or connections (53),
 * shutting down (57P), the system's faults (58), read-only as a standby is, a statement that was cancelled, a
 * lock that was not granted.
 */
const states = /^(?:08|53|58)...$|^57P..$|^(?:25006|57014|55P03)$/

/** Node's and Prisma's: no connection, none in time, a transaction that took too long. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'P1001',
  'P1002',
  'P1008',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
])

/** Errors that pg throws without a code. */
const messages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered)/

type Failure = {
  code?: unknown
  message?: unknown
  cause?: unknown
  meta?: { driverAdapterError?: { cause?: unknown } }
}

/**
 * True for an error that says that the database is away, full or overloaded, so that the same request may
 * succeed later; false for a bug. Takes errors of pg and of Prisma, and those that wrap them as `cause`.
 */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message, cause, meta } = error as Failure
  const { originalCode } = error as { originalCode?: unknown }
  return (
    [code, originalCode].some((each) => typeof each === 'string' && (codes.has(each) || states.test(each))) ||
    (typeof message === 'string' && messages.test(message)) ||
    isOutage(meta?.driverAdapterError?.cause) ||
    isOutage(cause)
  )
}
