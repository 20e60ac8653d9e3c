import type { Transaction } from '@/lib/database'
import type { AuditAction } from './actions'
import type { Actor, Subject } from './schema'

/** Facts about the action: ids, states, counts. Never a secret, a token, a link or an e-mail address. */
type Detail = Record<string, string | number | boolean | null | string[]>

/**
 * Writes one row of the audit log inside the caller's transaction.
 *
 * Call it last: it takes the lock of the chain and holds it until the transaction ends, so that rows are linked one
 * after another. Taking it before other row locks could deadlock two commands.
 * @param actor the system's `operator`, if any, is added to the detail
 */
export async function recordAudit(
  transaction: Transaction,
  actor: Actor,
  action: AuditAction,
  subject: Subject,
  detail: Detail = {},
): Promise<void> {
  const full = 'operator' in actor && actor.operator ? { ...detail, operator: actor.operator } : detail
  // The trigger fills in sequence, time and hashes, which Prisma's `create` would require here.
  await transaction.$executeRaw`
    INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id, detail)
    VALUES (${actor.id}::uuid, ${actor.role}, ${action}, ${subject.type}, ${subject.id}, ${JSON.stringify(full)}::jsonb)`
}
