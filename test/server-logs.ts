// On globalThis: setup files and tests may load separate instances of this module.
const holder = globalThis as { guichetServerLogs?: Set<string[]> }
const shownLines = 20

/** Shows the warnings and errors of a server's log when a test fails. @param lines its output, as JSON lines */
export function watchLog(lines: string[]): void {
  holder.guichetServerLogs ??= new Set()
  holder.guichetServerLogs.add(lines)
}

export function unwatchLog(lines: string[]): void {
  holder.guichetServerLogs?.delete(lines)
}

/** The last warnings and errors of the running servers. */
export function readServerErrors(): string[] {
  const lines = [...(holder.guichetServerLogs ?? [])].flat()
  return lines.filter((line) => /"level":[456]0/.test(line)).slice(-shownLines)
}
