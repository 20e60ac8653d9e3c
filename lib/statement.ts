import { createHash } from 'node:crypto'

/** A statement that each connection prepares once: `name` is what PostgreSQL knows it by. */
export type Statement = { name: string; text: string }

/**
 * Names a statement after its text. On a connection that several processes share, as a pooler's, the name then never stands
 * for another text: not for that of the other environment, nor for that of another version.
 * @param label what it does, for PostgreSQL's log: at most 40 characters, as PostgreSQL cuts names after 63
 */
export function nameStatement(label: string, text: string): Statement {
  return { name: `${label}-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`, text }
}
