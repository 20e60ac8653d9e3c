import type { Transaction } from '@/lib/database'
import type { Actor, AuditAction, AuditSubject } from './schema'

/**
 * Facts about the action: ids, states, counts. Never a secret, a token or a link. `address` is the network
 * address of who acts, `email`, `from` and `to` are e-mail addresses of the subject: the database keeps every
 * text with an address outside the chain (`audit_address`), whatever its name is.
 */
export type AuditDetail = Record<string, string | number | boolean | null | string[]>

/**
 * Writes one row of the audit log inside the caller's transaction.
 *
 * Call it last: it takes the lock of the chain and holds it until the transaction ends, so that rows are linked one
 * after another. Taking it before other row locks could deadlock two commands.
 * @param actor the system's `operator` and `configurationFile`, or the `accessKey` of a program, are added to the
 *   detail
 */
export async function recordAudit(
  transaction: Transaction,
  actor: Actor,
  action: AuditAction,
  subject: AuditSubject,
  detail: AuditDetail = {},
): Promise<void> {
  // JSON leaves out what is undefined.
  const full = {
    ...detail,
    operator: 'operator' in actor ? actor.operator : undefined,
    configurationFile: 'configurationFile' in actor ? actor.configurationFile : undefined,
    accessKey: 'accessKey' in actor ? actor.accessKey : undefined,
  }
  // The trigger fills in sequence, time and hashes, which Prisma's `create` would require here.
  await transaction.$executeRaw`
    INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id, detail)
    VALUES (${actor.id}::uuid, ${actor.role}, ${action}, ${subject.type}, ${subject.id}, ${JSON.stringify(full)}::jsonb)`
}

/**
 * Deletes the addresses of a person that entries have commitments to; the chain still verifies. Those are:
 * all in entries about them, the network addresses they acted from, and every text with one of their e-mail
 * addresses. Call it last, as what was just recorded may name them.
 */
export async function forgetAddresses(
  transaction: Transaction,
  developerId: string,
  emails: string[],
): Promise<void> {
  await transaction.$executeRaw`
    DELETE FROM audit_address a USING audit_entry e
    WHERE e.sequence = a.sequence AND (
      e.subject_type = 'developer' AND e.subject_id = ${developerId}
      OR e.actor_id = ${developerId}::uuid AND a.name = 'address'
      OR EXISTS (SELECT FROM unnest(${emails}::text[]) AS email WHERE strpos(lower(a.value), lower(email)) > 0))`
}
