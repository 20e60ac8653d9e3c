/** The watched services, in the order in which they are shown. */
export const services = ['portal', 'sandbox', 'production', 'worker', 'database'] as const
export type Service = (typeof services)[number]

/** Days of history, today included. */
export const statusDays = 90

/** The result of each service's check in one minute. */
export type Check = { minute: Date; ready: Record<Service, boolean> }

/**
 * One day (UTC, `2026-11-21`) of one service. Minutes without checks count as downtime of the worker, and are in
 * neither number of the others.
 */
export type StatusDay = { day: string; minutesChecked: number; minutesDown: number }

export type ServiceStatus = {
  service: Service
  /** `unknown` when there was no check for a few minutes. */
  state: 'ready' | 'down' | 'unknown'
  checkedAt: Date | null
  /** The last {@link statusDays} days, oldest first; days without a check have zeros. */
  days: StatusDay[]
}
