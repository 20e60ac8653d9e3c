// On globalThis: setup files and tests may load this module apart.
const holder = globalThis as { guichetServerLogs?: Set<string[]> }
const shownLines = 20

/** Has the warnings and errors of a server's log shown when a test fails. @param lines what it writes, as JSON lines */
export function watchLog(lines: string[]): void {
  holder.guichetServerLogs ??= new Set()
  holder.guichetServerLogs.add(lines)
}

export function unwatchLog(lines: string[]): void {
  holder.guichetServerLogs?.delete(lines)
}

/** The last warnings and errors of the servers that run now. */
export function readServerErrors(): string[] {
  const lines = [...(holder.guichetServerLogs ?? [])].flat()
  return lines.filter((line) => /"level":[456]0/.test(line)).slice(-shownLines)
}
