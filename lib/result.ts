/** The result of a command: its value, or why it refused. Commands throw only for bugs and outages. */
export type Result<Value, Reason extends string> = { ok: true; value: Value } | { ok: false; reason: Reason }

/** A successful result. */
export function done<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

/** A refusal with its reason. */
export function refused<Reason extends string>(reason: Reason): { ok: false; reason: Reason } {
  return { ok: false, reason }
}

/** The value of a command that is expected to succeed. @throws Error with what it returned instead */
export async function succeed<Value>(result: Promise<Result<Value, string> | { ok: false }>): Promise<Value> {
  const settled = await result
  if (settled.ok) return settled.value
  throw new Error(`refused: ${JSON.stringify(settled)}`)
}

type Refused = { ok: false; reason: string }

/**
 * A refusal that rolls its transaction back (`database`). A transaction that returns one does so by itself; below it, a
 * refusal is thrown.
 */
export class RefusalError<Outcome extends Refused = Refused> extends Error {
  override name = 'RefusalError'
  constructor(readonly outcome: Outcome) {
    super(outcome.reason)
  }
}

/** The outcome of a {@link RefusalError}, by its name: Next evaluates modules again for its routes. */
export function refusedOutcome(error: unknown): Refused | null {
  return error instanceof Error && error.name === 'RefusalError' ? (error as RefusalError).outcome : null
}

const kept = Symbol.for('guichet.kept')

/** A refusal that keeps what its transaction wrote: the record of an attempt, or a challenge that is used up. */
export function keepingWrites<Outcome extends Refused>(refusal: Outcome): Outcome {
  return Object.defineProperty(refusal, kept, { value: true })
}

/** Whether {@link keepingWrites} made it. */
export function keepsWrites(outcome: object): boolean {
  return kept in outcome
}

/** The outcome of a transaction that may be committed. @throws Refusal */
export function committable<Outcome>(outcome: Outcome): Outcome {
  if (isRefused(outcome) && !keepsWrites(outcome)) throw new RefusalError(outcome)
  return outcome
}

/** Whether it is a refusal. */
export function isRefused(outcome: unknown): outcome is Refused {
  return typeof outcome === 'object' && outcome !== null && 'ok' in outcome && outcome.ok === false
}
