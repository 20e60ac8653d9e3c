import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

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
