import { AsyncLocalStorage } from 'node:async_hooks'

// On globalThis: Next evaluates this module once for its instrumentation and once for its routes.
const holder = globalThis as { guichetRequest?: AsyncLocalStorage<string> }
holder.guichetRequest ??= new AsyncLocalStorage()
const storage = holder.guichetRequest

/** Has all that comes of the running event, its logs and statements, belong to the request of this id. */
export function enterRequest(requestId: string): void {
  storage.enterWith(requestId)
}

/** The request for which this runs; undefined for what runs on its own. */
export function currentRequestId(): string | undefined {
  return storage.getStore()
}
