import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '@/scripts/launch/bundle.mjs'
import { projectRoot } from '@/scripts/launch/root'

/**
 * Bundles the programs that tests start, as a build does: compiling their sources for each of hundreds of
 * starts takes three times as long as starting. `test/guichet.ts` finds them by `TEST_BUNDLES`.
 */
export function setup(): () => void {
  const parent = join(projectRoot, '.test')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'bundles-'))
  const programs = {
    run: 'scripts/launch/run.ts',
    feed: 'feed/main.ts',
    gateway: 'gateway/main.ts',
    worker: 'worker/main.ts',
    prepare: 'scripts/operate/prepare/main.ts',
  }
  bundle(projectRoot, programs, folder)
  process.env.TEST_BUNDLES = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
