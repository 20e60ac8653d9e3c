import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type DebianProgram,
  findDebianProgram,
  install,
  installCommandOf,
  isProgram,
  mayInstall,
  programNames,
} from './debian'
import { testFolder } from './folders'

// What some tests of `test:all` need. Where it may not be installed, they are skipped, and this says so.
// systemd itself is never installed for a test, and nothing is where a package would start its service.
const findMissing = (): DebianProgram[] => programNames.filter((name) => findDebianProgram(name) === null)
const missing = findMissing().filter((name) => name !== 'systemd-analyze')
// The update comes first and, without a network, must not hold up the rest.
if (missing.length > 0 && mayInstall() && !existsSync('/run/systemd/system'))
  install(`timeout 30 ${installCommandOf(missing)}`)

// PgBouncer of Debian 13, which carries prepared statements over, on a Debian 12 whose own does not. Its
// packages are unpacked into a folder, and started with their own loader: the system's packages stay as they
// are.

const folder = join(testFolder, 'pgbouncer')
const packages = [
  'pgbouncer',
  'libc6',
  'libssl3t64',
  'libevent-2.1-7t64',
  'libcares2',
  'libldap2',
  'libpam0g',
  'libsystemd0',
]

/** Debian's name of the architecture, and the loader. */
const places: Record<string, [libraries: string, loader: string] | undefined> = {
  x64: ['x86_64-linux-gnu', 'ld-linux-x86-64.so.2'],
  arm64: ['aarch64-linux-gnu', 'ld-linux-aarch64.so.1'],
}

if (!findNewerPooler() && mayInstall()) installNewerPooler()

/** The command that runs it, with its first arguments; null if it is not installed. */
export function findNewerPooler(): [string, ...string[]] | null {
  const place = places[process.arch]
  if (!place) return null
  const libraries = join(folder, 'usr/lib', place[0])
  const loader = join(libraries, place[1])
  const program = join(folder, 'usr/sbin/pgbouncer')
  return isProgram(loader) && isProgram(program) ? [loader, '--library-path', libraries, program] : null
}

/** Downloads and unpacks it, with separate package lists. Without a network it stays missing. */
function installNewerPooler(): void {
  rmSync(folder, { recursive: true, force: true })
  install(`
    set -e
    mkdir -p '${folder}/lists/partial' '${folder}/sources' && cd '${folder}'
    # This system's own mirror, with the next release in place of its own.
    sed s/bookworm/trixie/ /etc/apt/sources.list.d/debian.sources > sources/debian.sources
    apt() {
      timeout 120 apt-get -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts='${folder}/sources' \\
        -o Dir::State::Lists='${folder}/lists' -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= "$@"
    }
    apt update
    apt download ${packages.join(' ')}
    for package in *.deb; do dpkg -x "$package" .; done
    rm -r lists *.deb`)
}

const left = findMissing()
if (left.length > 0)
  console.warn(
    `Skipped, as not installed: ${left.join(', ')} (on Debian: sudo sh -c '${installCommandOf(left)}').`,
  )
