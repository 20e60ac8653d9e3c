/** The time of this process. Tests set it; where two processes must agree, ask the database instead. */
let source: () => Date = () => new Date()

export function now(): Date {
  return source()
}

/** Stops the clock at `instant`, or lets it run again. For tests only. */
export function setClock(instant: Date | null): void {
  source = instant ? () => new Date(instant) : () => new Date()
}

export function secondsFromNow(seconds: number): Date {
  return new Date(now().getTime() + seconds * 1000)
}
