import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@/scripts/launch/root'

const folder = join(projectRoot, 'trials')
/**
 * The packages that only trials use. Overrides give those of `@types` the project's versions, as TypeScript
 * finds both; the peers of a package (vitest) are the project's own.
 */
export const packages = join(folder, 'node_modules')

/**
 * Installs them from `trials/package-lock.json`, unless they are.
 * @throws Error when npm fails
 */
export function installPackages(): void {
  const installed = join(packages, '.package-lock.json')
  const lock = join(folder, 'package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  const { status } = spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error('`npm ci` in trials/ failed.')
}
