import { createHash } from 'node:crypto'

/** A statement that each connection prepares once: `name` is what PostgreSQL knows it by. */
export type Statement = { name: string; text: string }

/** A name that no other text has: at most 63 characters if `label` has 40, as PostgreSQL cuts longer ones. */
export function nameByText(label: string, text: string): string {
  return `${label}-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
}

/**
 * Names a statement after its text. On a connection that several processes share, as a pooler's, the name is
 * then never that of another text: not of the other environment's, nor of another version's.
 * @param label what it does, for PostgreSQL's log
 */
export function nameStatement(label: string, text: string): Statement {
  return { name: nameByText(label, text), text }
}

/**
 * A condition with which a statement fails on a standby, where rights that were taken away may still be. A transaction
 * that began on one is read-only, even if that is promoted meanwhile.
 */
export const onPrimary = `CASE current_setting('transaction_read_only') WHEN 'off' THEN true
    ELSE (current_setting('transaction_read_only') || ': rights are decided by the primary, and this server is none')::boolean END`
