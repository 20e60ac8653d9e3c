import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../root'

/**
 * SHA-256 over the names and contents of files and folders, tests excluded.
 * @param paths relative to the project; a missing one counts as missing
 */
export function hashSources(paths: string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(listFiles))
    hash.update(`${path}\0`).update(readFileSync(join(projectRoot, path)))
  return hash.digest('hex')
}

function listFiles(path: string): string[] {
  const absolute = join(projectRoot, path)
  if (!existsSync(absolute)) return []
  if (statSync(absolute).isFile()) return [path]
  return readdirSync(absolute)
    .sort()
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .flatMap((name) => listFiles(`${path}/${name}`))
}
