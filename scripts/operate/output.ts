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
