import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandError } from './command'
import { nameOperator } from './operator'

/**
 * For a file that a command writes to: a wrong one is refused before the work, not in its middle.
 * @returns the path
 * @throws CommandError that names the file and the folder that this user may not write to
 */
export function requireWritable(path: string): string {
  const folder = dirname(path)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`${path}: cannot be written, as there is no folder ${folder}.`)
  const target = existsSync(path) ? path : folder
  try {
    accessSync(target, constants.W_OK)
    return path
  } catch (error) {
    const what = target === folder ? `the folder ${folder}` : 'it'
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      `${path}: cannot be written, as the user ${nameOperator()} may not write to ${what} (${code}).`,
    )
  }
}

/** The free space where `path` is, or would be, such as `12.5 MB free on the disk of /var/backups`. */
export function describeSpace(path: string): string {
  if (!existsSync(path) && path !== dirname(path)) return describeSpace(dirname(path))
  const { bavail, bsize } = statfsSync(path)
  return `${((bavail * bsize) / 1e6).toFixed(1)} MB free on the disk of ${path}`
}

const redrawMs = 200
const logMs = 30_000

/**
 * Progress in one line: rewritten on a terminal, written again every half minute elsewhere, as in a log, so
 * that what ends sooner leaves no line there.
 */
export function createLine(output: NodeJS.WriteStream = process.stderr) {
  const { isTTY, columns = 80 } = output
  let shownAt = isTTY ? Number.NEGATIVE_INFINITY : performance.now()
  return {
    /** @param isNew shows it on a terminal however recent the previous one is */
    show(makeText: () => string, isNew = false): void {
      const time = performance.now()
      if (time - shownAt < (isTTY ? (isNew ? 0 : redrawMs) : logMs)) return
      shownAt = time
      output.write(isTTY ? `\r\x1b[K${makeText().slice(0, columns - 1)}` : `${makeText()}\n`)
    },
    end(): void {
      if (isTTY) output.write('\r\x1b[K')
    },
  }
}

/** Shows how much of something is done, with {@link createLine}. */
export function createProgress() {
  const { show, end } = createLine()
  let current = ''
  return {
    show(what: string, done: number, total: number): void {
      show(() => `${what}: ${done} of ${total}`, what !== current)
      current = what
    },
    end,
  }
}
