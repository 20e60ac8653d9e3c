import { type DebianProgram, findDebianProgram } from '@/scripts/check/debian'

/**
 * True if a program that a test needs is not installed: for `skipIf`, so that tests not run are counted as skipped.
 * `npm test` installs them if it may, and otherwise lists them.
 */
export function isMissing(name: DebianProgram): boolean {
  return findDebianProgram(name) === null
}
