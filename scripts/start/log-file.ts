import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'

const maximumBytes = 10_000_000
const keptLines = 20

/** What one process writes: appended to a file that is turned over at 10 MB, and its last lines kept at hand. */
export type LogFile = { path: string; write(text: string): void; lastLines(): string[] }

/** @param path a former file of that name goes on being written */
export function openLogFile(path: string): LogFile {
  let size = existsSync(path) ? statSync(path).size : 0
  let tail: string[] = []
  let rest = ''
  return {
    path,
    write(text) {
      if (size > maximumBytes) {
        renameSync(path, `${path}.1`)
        size = 0
      }
      appendFileSync(path, text, { mode: 0o600 })
      size += Buffer.byteLength(text)
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      tail = [...tail, ...lines.filter(Boolean)].slice(-keptLines)
    },
    lastLines: () => [...tail, ...(rest ? [rest] : [])],
  }
}
