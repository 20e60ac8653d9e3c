export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** From 1970, and before the year 2200. */
const usual = { from: 0, before: Date.UTC(2200, 0) }

/** Whether a time that someone gave can be meant. PostgreSQL has no year 0, and periods around 9999 end beyond it. */
export function isUsualTime(at: Date | number): boolean {
  return Number(at) >= usual.from && Number(at) < usual.before
}

let source: () => Date = () => new Date()

/** The time of this process. Tests set it. Where two processes must agree, use the database's clock instead. */
export function now(): Date {
  return source()
}

/** Stops the clock at `instant`, or restarts it with null. For tests only. */
export function setClock(instant: Date | null): void {
  source = instant ? () => new Date(instant) : () => new Date()
}

/** The time that many seconds after {@link now}; before it if they are negative. */
export function secondsFromNow(seconds: number): Date {
  return new Date(now().getTime() + seconds * 1000)
}
