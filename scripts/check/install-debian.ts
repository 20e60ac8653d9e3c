import { existsSync } from 'node:fs'
import {
  type DebianProgram,
  findDebianProgram,
  install,
  installCommandOf,
  mayInstall,
  programNames,
} from './debian'
import { findNewerPooler, installNewerPooler } from './newer-pooler'

// What some tests of `test:all` need. Where it may not be installed, they are skipped, and this says so.
// systemd itself is never installed for a test, and nothing is where a package would start its service.
const findMissing = (): DebianProgram[] => programNames.filter((name) => findDebianProgram(name) === null)
const missing = findMissing().filter((name) => name !== 'systemd-analyze')
// The update comes first and, without a network, must not hold up the rest.
if (missing.length > 0 && mayInstall() && !existsSync('/run/systemd/system'))
  install(`timeout 30 ${installCommandOf(missing)}`)
if (!findNewerPooler() && mayInstall()) installNewerPooler()
const left = findMissing()
if (left.length > 0)
  console.warn(
    `Skipped, as not installed: ${left.join(', ')} (on Debian: sudo sh -c '${installCommandOf(left)}').`,
  )
