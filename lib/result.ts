/** What a command answers: its value, or why it refused. It throws only for bugs and outages. */
export type Result<Value, Reason extends string> = { ok: true; value: Value } | { ok: false; reason: Reason }

export function done<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

export function refused<Reason extends string>(reason: Reason): { ok: false; reason: Reason } {
  return { ok: false, reason }
}

/**
 * Thrown inside a transaction to roll it back with a reason; {@link settle} turns it back into a result.
 * Needed only where a refusal is found after something was written.
 */
export class Refusal<Reason extends string> extends Error {
  override name = 'Refusal'
  constructor(readonly reason: Reason) {
    super(reason)
  }
}
