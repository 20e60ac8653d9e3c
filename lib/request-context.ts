import { AsyncLocalStorage } from 'node:async_hooks'
import { remember } from './remember'

/** The key of a form that is posted, and the id of whom it was rendered for, where it has them. */
export type HiddenFields = { requestKey?: string; person?: string }

/**
 * What the portal's server knows of a request: whether Next parses part of it, whether its sender is gone, and what the
 * form that was posted says of itself.
 */
type Origin = { parsed: boolean; isCut: () => boolean; hiddenFields?: () => HiddenFields }

type Current = {
  id: string
  outage: boolean
  malformed: boolean
  reached: boolean
  draft?: unknown
  other?: string
} & Origin

const storage = remember('guichetRequest', () => new AsyncLocalStorage<Current>())

/** Runs `work` so that its logs and statements belong to the request with this id. */
export function withRequestContext<T>(
  requestId: string,
  work: () => T,
  origin: Origin = { parsed: false, isCut: () => false },
): T {
  return storage.run({ id: requestId, outage: false, malformed: false, reached: false, ...origin }, work)
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

/** The key of the form that the current request posts, once its body was read; null for anything else. */
export function currentIdempotencyKey(): string | null {
  return storage.getStore()?.hiddenFields?.().requestKey ?? null
}

/**
 * Whether a form was rendered for someone else than this person.
 * @param fields of the form; by default of the one that the current request posts
 */
export function isFormOfOther(
  personId: string,
  { person }: HiddenFields = storage.getStore()?.hiddenFields?.() ?? {},
): boolean {
  return person !== undefined && person !== personId
}

/** Notes the address of who is signed in now, and did not fill in the form of the current request. */
export function setAccountMismatch(email: string): void {
  const current = storage.getStore()
  if (current) current.other = email
}

/** What {@link setAccountMismatch} noted in the same request. */
export function accountMismatch(): string | null {
  return storage.getStore()?.other ?? null
}

/** Notes what the form of the current request would publish, which the page that answers it previews. */
export function setPublishPreview(draft: unknown): void {
  const current = storage.getStore()
  if (current) current.draft = draft
}

/** What {@link setPublishPreview} noted in the same request; null in any other. */
export function publishPreview<Draft>(): Draft | null {
  return (storage.getStore()?.draft as Draft | undefined) ?? null
}

/** Notes that the current request failed because the database is away, full or overloaded. */
export function markOutage(): void {
  const current = storage.getStore()
  if (current) current.outage = true
}

/** True after {@link markOutage} in the same request. */
export function hadOutage(): boolean {
  return storage.getStore()?.outage ?? false
}

/**
 * Notes that the portal's own code runs for the current request. Every page and action does so before
 * anything else.
 */
export function noteReached(): void {
  const current = storage.getStore()
  if (current) current.reached = true
}

/**
 * Whether an error that occurs now is the sender's: they disconnected in the middle of the request, the form is of
 * someone else, or nothing but the parser of its body, or of the router's headers, has seen it yet. What the parser
 * cannot read is no bug of the portal.
 */
export function isSendersFault(): boolean {
  const current = storage.getStore()
  if (!current) return false
  return current.malformed || !!current.other || current.isCut() || (current.parsed && !current.reached)
}

/** Notes that the current request could not be read, whatever runs afterwards to say so. */
export function noteMalformed(): void {
  const current = storage.getStore()
  if (current) current.malformed = true
}
