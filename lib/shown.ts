import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { remember } from './remember'

const storage = remember('guichetShown', () => new AsyncLocalStorage<string>())

/** What a form overwrites is no longer what the form showed. The transaction rolls back. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'
}

/** Identifies what a form shows of a thing that it overwrites: anything that JSON can hold. */
export function versionOf(shown: unknown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}

/** Runs what a form does that showed this version; null if it showed nothing that it overwrites. */
export function showing<T>(version: string | null, work: () => T): T {
  return version === null ? work() : storage.run(version, work)
}

/**
 * Refuses a form that showed something else. Call it inside the transaction of what the form does, with what is
 * overwritten locked.
 * @param current what `Shown` in the form was given, as it is now
 * @throws ChangedMeanwhile
 */
export function requireShown(current: unknown): void {
  const version = storage.getStore()
  if (version !== undefined && version !== versionOf(current)) throw new ChangedMeanwhile()
}
