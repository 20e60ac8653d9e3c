export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

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
