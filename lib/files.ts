import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Does `work`, which writes to `path`. Node's errors of a write, as on a full disk, name no file: theirs then do.
 * @throws what `work` throws
 */
export async function atFile<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { syscall, path: named } = error as NodeJS.ErrnoException
    throw syscall && !named ? Object.assign(error as Error, { path }) : error
  }
}

/**
 * Makes a folder, and those above it, unless it exists.
 * @throws the cause, with its path: on a read-only disk, Node's own error says that there is no such folder (ENOENT)
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, { recursive: true, mode })
  } catch (error) {
    let above = dirname(path)
    while (!existsSync(above)) above = dirname(above)
    accessSync(above, constants.W_OK)
    throw error
  }
}
