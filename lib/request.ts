import { AsyncLocalStorage } from 'node:async_hooks'
import { remember } from './remember'

type Current = { id: string; outage: boolean }

const storage = remember('guichetRequest', () => new AsyncLocalStorage<Current>())

/** Runs `work` so that its logs and statements belong to the request with this id. */
export function inRequest<T>(requestId: string, work: () => T): T {
  return storage.run({ id: requestId, outage: false }, work)
}

/**
 * An always-true SQL condition whose parameter carries the ids of a prepared statement's requests: the statement's text
 * is the same for all of them, while PostgreSQL's log of slow statements shows its parameters.
 * @param place of the parameter, such as `$4`; its value is the ids separated by spaces
 */
export function carryingRequests(place: string): string {
  return `${place}::text IS NOT NULL`
}

/** The id of the current request; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.id
}

/** Notes that the current request failed because the database is away, full or overloaded. */
export function noteOutage(): void {
  const current = storage.getStore()
  if (current) current.outage = true
}

/** True after {@link noteOutage} in the same request. */
export function hadOutage(): boolean {
  return storage.getStore()?.outage ?? false
}
