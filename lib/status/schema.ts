/** What is watched, in the order in which it is shown. */
export const services = ['portal', 'sandbox', 'production', 'worker', 'database'] as const
export type Service = (typeof services)[number]

/** Days that are kept, today included. */
export const statusDays = 90

/** What each was found to be in one minute. */
export type Check = { minute: Date; ready: Record<Service, boolean> }

/**
 * One day (UTC, `2026-11-21`) of one service. Minutes in which nobody looked are an outage of the worker, and in neither
 * number of the others.
 */
export type StatusDay = { day: string; minutesChecked: number; minutesDown: number }

export type ServiceStatus = {
  service: Service
  /** `unknown` when nobody has looked for a few minutes. */
  state: 'ready' | 'down' | 'unknown'
  checkedAt: Date | null
  /** The last {@link statusDays} days, oldest first; days without a check have zeros. */
  days: StatusDay[]
}
