import type { Pool } from 'pg'

/**
 * A statement as PostgreSQL logs it: the label of its name, or `<unnamed>`, its text, and its parameters as
 * `$1 = '…', $2 = '…'`.
 */
export type LoggedStatement = { name: string; text: string; parameters: string }

/**
 * PostgreSQL's log of the statements of `pool`, from its first connection on, in a list that grows. The database must
 * send its log: `logStatements` of {@link TestDatabase}.
 */
export function readStatements(pool: Pool): LoggedStatement[] {
  const statements: LoggedStatement[] = []
  pool.on('connect', (client) =>
    client.on('notice', ({ message = '', detail = '' }) => {
      const [, name, text] = /^duration: \S+ ms {2}execute (\S+): (.*)$/s.exec(message) ?? []
      if (name && text) statements.push({ name: labelOf(name), text, parameters: detail })
    }),
  )
  return statements
}

/** What a name begins with, see `nameStatement`. */
export function labelOf(name: string): string {
  return name.replace(/-.{22}$/, '')
}
