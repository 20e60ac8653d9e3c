import { type DebianProgram, findDebianProgram } from '@/scripts/check/debian'

/**
 * True when a program that a test stands on is not installed: for `skipIf`, so that what was not tried is counted as
 * skipped. `npm test` installs them where it may, and else names them.
 */
export function isMissing(name: DebianProgram): boolean {
  return findDebianProgram(name) === null
}
