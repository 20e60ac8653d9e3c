import { AsyncLocalStorage } from 'node:async_hooks'
import { versionOf } from './optimistic-lock'
import { remember } from './remember'

const storage = remember('guichetShown', () => new AsyncLocalStorage<string>())

/** What a form overwrites is no longer what the form showed. The transaction rolls back. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'
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
