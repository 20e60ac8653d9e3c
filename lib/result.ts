/** The result of a command: its value, or why it refused. Commands throw only for bugs and outages. */
export type Result<Value, Reason extends string> = { ok: true; value: Value } | { ok: false; reason: Reason }

/** What a command returns where it refuses. */
export type RefusalOf<Command extends (...given: never[]) => Promise<{ ok: boolean }>> = Extract<
  Awaited<ReturnType<Command>>,
  { ok: false }
>

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

/**
 * Thrown inside a transaction to roll it back with a reason; {@link settle} turns it back into a result. Needed only if
 * a refusal is found after the first write.
 */
export class Refusal<Reason extends string> extends Error {
  override name = 'Refusal'
  constructor(readonly reason: Reason) {
    super(reason)
  }
}

/** The result of a transaction, also where it was rolled back by a {@link Refusal}. `Reason` covers all of those. */
export async function settle<Value, Reason extends string>(
  transaction: Promise<Result<Value, Reason>>,
): Promise<Result<Value, Reason>> {
  return transaction.catch((error) => {
    if (error instanceof Refusal) return refused(error.reason)
    throw error
  })
}
