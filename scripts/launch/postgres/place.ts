import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The user that runs the server: PostgreSQL refuses root, so root runs it as the unprivileged user `nobody`. */
export type SystemUser = { uid: number; gid: number } | null

/** The location of one embedded server. `folder` contains `data/` and possibly a copy of the binaries. */
export type Place = { folder: string; data: string; socketFolder: string; user: SystemUser }

/** Operating systems limit a socket's path to 104 to 108 bytes, of which PostgreSQL appends 18. */
const maxSocketPath = 100
const socketName = '/.s.PGSQL.5432'

/** Folders for the server of a root whose data folder `nobody` can't access, in order of preference. */
const reachableParents = ['/var/lib', '/var/tmp']

/**
 * Finds or creates the folders of the embedded server of `dataDir`: `dataDir/postgres`, or, if the server's user can't
 * access that, a folder elsewhere whose path is kept in the file `dataDir/postgres-location`.
 * @throws Error with a sentence if no folder can be used
 */
export function preparePlace(dataDir: string): Place {
  const absolute = makeFolder(resolve(dataDir), 0o711)
  const user = findSystemUser()
  const folder = findFolder(absolute, user)
  return { folder, data: join(folder, 'data'), socketFolder: findSocketFolder(folder, user), user }
}

/** The location of an embedded server that was prepared before, or null; makes no changes. */
export function findPlace(dataDir: string): Place | null {
  const absolute = resolve(dataDir)
  const folder = readLocation(absolute) ?? join(absolute, 'postgres')
  if (!existsSync(join(folder, 'data'))) return null
  return { folder, data: join(folder, 'data'), socketFolder: socketFolderOf(folder), user: findSystemUser() }
}

/** True if `user` can get to `path` and has `access` to it (`-x` enter or run, `-w` write). */
export function canReach(user: SystemUser, access: '-x' | '-w', path: string): boolean {
  return spawnSync('test', [access, path], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Kept: finding it out starts two processes. */
let systemUser: SystemUser | undefined

function findSystemUser(): SystemUser {
  systemUser ??= askSystemUser()
  return systemUser
}

function askSystemUser(): SystemUser {
  if (process.getuid?.() !== 0) return null
  const ids = ['-u', '-g'].map((option) =>
    Number(spawnSync('id', [option, 'nobody']).stdout.toString() || 'NaN'),
  )
  const [uid = Number.NaN, gid = Number.NaN] = ids
  if (Number.isInteger(uid) && Number.isInteger(gid)) return { uid, gid }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user "nobody" to run it: use a normal user.',
  )
}

function findFolder(dataDir: string, user: SystemUser): string {
  const chosen = readLocation(dataDir)
  if (chosen) return makeFolder(chosen, 0o700, user)
  const folder = join(dataDir, 'postgres')
  if (canReach(user, '-x', dataDir)) return makeFolder(folder, 0o700, user)
  // A unique name: a data folder that was deleted and created again must not find the old one's database.
  const elsewhere = makeReachable(`guichet-${randomBytes(6).toString('hex')}`, user)
  return setLocation(dataDir, elsewhere)
}

function makeReachable(name: string, user: SystemUser): string {
  for (const parent of reachableParents) {
    try {
      if (canReach(user, '-x', parent)) return makeFolder(join(parent, name), 0o700, user)
    } catch {
      // A read-only folder or another user's: the next one may work.
    }
  }
  throw new Error(
    `The embedded database can use neither DATA_DIR nor ${reachableParents.join(' nor ')}: set DATA_DIR to a folder that every user may enter.`,
  )
}

function findSocketFolder(folder: string, user: SystemUser): string {
  const socketFolder = socketFolderOf(folder)
  if (socketFolder === folder) return folder
  makeFolder(socketFolder, 0o700, user)
  // Anyone may write in /tmp: a folder that another user put there first is not ours to use.
  const found = lstatSync(socketFolder)
  if (found.isDirectory() && found.uid === (user?.uid ?? process.getuid?.())) return socketFolder
  throw new Error(`${socketFolder} belongs to another user: move the project or DATA_DIR to a shorter path.`)
}

function socketFolderOf(folder: string): string {
  if (Buffer.byteLength(folder + socketName) <= maxSocketPath) return folder
  return `/tmp/guichet-${shortHash(folder)}`
}

/** Makes `folder` the location of the embedded server of `dataDir`, and returns it. */
export function setLocation(dataDir: string, folder: string): string {
  writeFileSync(locationFile(dataDir), `${folder}\n`)
  return folder
}

function readLocation(dataDir: string): string | null {
  const file = locationFile(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || null : null
}

function locationFile(dataDir: string): string {
  return join(dataDir, 'postgres-location')
}

function makeFolder(path: string, mode: number, owner: SystemUser = null): string {
  if (!existsSync(path)) {
    mkdirSync(path, { recursive: true })
    chmodSync(path, mode)
  }
  if (owner && lstatSync(path).uid !== owner.uid) chownSync(path, owner.uid, owner.gid)
  return path
}

/** Names something after a path, for names that have to be short. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
