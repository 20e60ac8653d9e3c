let source: () => Date = () => new Date()

/** The time of this process. Tests set it; where two processes must agree, ask the database instead. */
export function now(): Date {
  return source()
}

/** Stops the clock at `instant`, or lets it run again. For tests only. */
export function setClock(instant: Date | null): void {
  source = instant ? () => new Date(instant) : () => new Date()
}

/** The moment that many seconds after {@link now}; before it, where they are negative. */
export function secondsFromNow(seconds: number): Date {
  return new Date(now().getTime() + seconds * 1000)
}
