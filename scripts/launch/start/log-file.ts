import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'

const maximumBytes = 10_000_000
const keptLines = 20
/** Maximum characters of an unfinished line. */
const maximumRest = 16_000

/** The output of one process: appended to a file that is rotated at 10 MB, with its last lines kept in memory. */
export type LogFile = { path: string; write(text: string): void; lastLines(): string[] }

/**
 * A full disk costs lines of the log, never the supervisor: text that could not be written is counted, and the count is
 * written before the next text that fits.
 * @param path an existing file of that name is continued
 */
export function openLogFile(path: string): LogFile {
  let size = existsSync(path) ? statSync(path).size : 0
  let tail: string[] = []
  let rest = ''
  let dropped = 0

  function append(text: string): void {
    if (size > maximumBytes) {
      renameSync(path, `${path}.1`)
      size = 0
    }
    // A write interrupted by a full disk may have left half a line.
    const note = dropped === 0 ? '' : `\n${noteDropped(dropped)}`
    appendFileSync(path, note + text, { mode: 0o600 })
    size += Buffer.byteLength(note + text)
    dropped = 0
  }

  return {
    path,
    write(text) {
      try {
        append(text)
      } catch {
        dropped += Buffer.byteLength(text)
      }
      const lines = (rest + text).split('\n')
      rest = (lines.pop() ?? '').slice(-maximumRest)
      tail = [...tail, ...lines.filter(Boolean)].slice(-keptLines)
    },
    lastLines: () => [...tail, ...(rest ? [rest] : [])],
  }
}

function noteDropped(bytes: number): string {
  return `${JSON.stringify({ level: 40, time: Date.now(), name: 'supervisor', dropped: bytes, msg: 'bytes of this log could not be written' })}\n`
}
