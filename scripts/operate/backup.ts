import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { atFile, makeFolder } from '@/lib/files'
import { noteRun } from '@/lib/health/command-runs'
import { withClient } from '@/lib/pool'
import { readSettings } from '../launch/start/installation'
import { readKeys } from '../launch/start/keys'
import { stopLater } from '../launch/start/shutdown'
import { readManifest, verifyArchive } from './backup/archive'
import { dumpDatabase } from './backup/dump'
import { encryptTo, type Step } from './backup/encryption'
import { exportKeys } from './backup/keys-file'
import { countRows } from './backup/load'
import {
  CommandError,
  count,
  defineCommand,
  getCallersFolder,
  ifInterrupted,
  print,
  refuseOthers,
} from './command'
import { createProgress, requireWritable } from './output'
import { resolveSettings } from './settings'

const flag = { type: 'string' } as const

export default defineCommand({
  usage: `Usage: guichet backup [--to FOLDER] [--keep N] [--recipient age1…]...
       guichet backup --keys FILE
       guichet backup --verify BACKUP
       guichet backup --record

Writes everything in the database into a new folder while everything runs, without any key. Anyone who can read the files
can read msisdns and balances, e-mail addresses, callers' addresses and the audit log: encrypt them with --recipient,
or protect the folder. Secrets, documents, e-mails and second factors are encrypted in the database already.

  --to         the folder for the new one; on another disk, better on another machine. Without it: DATA_DIR/backups
  --keep       removes the oldest backups there, once the new one is complete, until N are left
  --recipient  encrypts every table to this public key of age (age-keygen makes one); may be given several times
  --keys       writes the keys to a new file instead, without which secrets and documents cannot be read
  --verify     compares a backup with its checksums instead, without a database and without a key
  --record     makes none and records that one was made now by other means, such as a base backup, for doctor and alerts`,
  options: {
    to: flag,
    keep: flag,
    keys: flag,
    verify: flag,
    recipient: { ...flag, multiple: true },
    record: { type: 'boolean' },
  },
  async run(values) {
    const { to, keep, keys, verify, recipient, record } = values
    if (verify !== undefined) {
      refuseOthers(values, 'verify')
      return verifyBackup(verify)
    }
    if (keys !== undefined) {
      refuseOthers(values, 'keys')
      return writeKeys(keys)
    }
    if (record) {
      refuseOthers(values, 'record')
      const { databaseUrl } = await resolveSettings()
      if (!(await recordBackup(databaseUrl)))
        throw new CommandError('This database has no place for the record. Run "guichet prepare" first.')
      print('A backup is recorded as of now.')
      return 0
    }
    const kept = readKept(keep)
    const encrypt = recipient ? encryptTo(recipient) : undefined
    const { databaseUrl, dataDir } = await resolveSettings()
    const parent = to === undefined ? join(dataDir, 'backups') : resolve(getCallersFolder(), to)
    makeFolder(parent)
    for (const line of removeAbandoned(parent)) print(line)
    const { name, madeAt } = await backUp(databaseUrl, parent, encrypt)
    for (const old of kept ? removeOldBackups(parent, name, kept) : []) print(`${old}: removed.`)
    // Last: the backup is complete, whether or not this can be written.
    await recordBackup(databaseUrl, new Date(madeAt))
    return 0
  },
})

function recordBackup(databaseUrl: string, at?: Date): Promise<boolean> {
  const config = { connectionString: databaseUrl, application_name: 'guichet-backup' }
  return withClient(config, (client) => noteRun(client, 'backup', { at }))
}

async function verifyBackup(given: string): Promise<number> {
  const progress = createProgress()
  const folder = resolve(getCallersFolder(), given)
  const manifest = await verifyArchive(folder, progress.show).finally(progress.end)
  print(`${given} is complete: ${count(countRows(manifest), 'row')} as of ${manifest.madeAt}.`)
  return 0
}

async function writeKeys(given: string): Promise<number> {
  const { settings, dataDir } = readSettings()
  const path = requireWritable(resolve(getCallersFolder(), given))
  await atFile(path, () => exportKeys(path, settings.DATABASE_URL ? null : readKeys(dataDir)))
  print(`The keys are in ${given}. Keep this file where you keep passwords, away from the backups:`)
  print('together they open every secret, document and mail, and without it those cannot be read.')
  return 0
}

function readKept(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new CommandError('--keep: must be a whole number, 1 to 9999.')
  return Number(text)
}

/** @returns the name of the new backup's folder below `parent`, and the moment that it shows */
async function backUp(
  databaseUrl: string,
  parent: string,
  encrypt: Step | undefined,
): Promise<{ name: string; madeAt: string }> {
  const began = performance.now()
  const name = backupName(new Date(Date.now()))
  const folder = join(parent, name)
  const unfinished = `${folder}.unfinished`
  makeNewFolder(folder, unfinished)
  stopLater(() => rmSync(unfinished, { recursive: true, force: true, maxRetries: 3 }))
  ifInterrupted('No backup was made.')
  const progress = createProgress()
  const config = { connectionString: databaseUrl, application_name: 'guichet-backup' }
  const manifest = await withClient(config, (client) =>
    dumpDatabase(client, unfinished, progress.show, encrypt).finally(progress.end),
  )
  renameSync(unfinished, folder)
  ifInterrupted('The backup is complete.')
  const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0)
  const { length } = manifest.tables
  print(`${folder}: ${count(countRows(manifest), 'row')} of ${length} tables as of ${manifest.madeAt},`)
  print(
    `${(bytes / 1e6).toFixed(1)} MB in ${((performance.now() - began) / 1000).toFixed(1)} s, without any key: see --keys.`,
  )
  return { name, madeAt: manifest.madeAt }
}

/** Two backups of one folder would write into each other's files. */
function makeNewFolder(folder: string, unfinished: string): void {
  const sentence = `${folder}: another backup began there in the same second. Run it again.`
  if (existsSync(requireWritable(folder))) throw new CommandError(sentence)
  try {
    mkdirSync(unfinished)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? new CommandError(sentence) : error
  }
  chmodSync(unfinished, 0o700)
}

const madeByUs = /^guichet-\d{4}-\d\d-\d\dT\d{6}Z$/
const unfinishedByUs = /^guichet-\d{4}-\d\d-\d\dT\d{6}Z\.unfinished$/
const dayMilliseconds = 86_400_000

/** The folder name of a backup that starts now: names sort by time. */
function backupName(began: Date): string {
  return `guichet-${began.toISOString().slice(0, 19).replaceAll(':', '')}Z`
}

/**
 * Removes the oldest backups below `parent` until `kept` are left, always including the newest. Folders with other
 * names, and those without a finished backup of this version, are neither counted nor removed.
 * @returns the folders that were removed
 */
function removeOldBackups(parent: string, newest: string, kept: number): string[] {
  const others = readdirSync(parent)
    .filter((name) => madeByUs.test(name) && name !== newest && isFinished(join(parent, name)))
    .sort()
  const old = others.slice(0, Math.max(0, others.length + 1 - kept)).map((name) => join(parent, name))
  for (const folder of old) {
    // The manifest first: a backup whose removal is interrupted no longer counts as one.
    rmSync(join(folder, 'manifest.json'))
    rmSync(folder, { recursive: true })
  }
  return old
}

/**
 * Removes what killed backups left below `parent`: unfinished folders that were not written to for a day. A younger one
 * may be in progress. A folder that can't be removed stays, as the next backup matters more.
 * @returns a line about each
 */
function removeAbandoned(parent: string): string[] {
  return readdirSync(parent)
    .filter((name) => unfinishedByUs.test(name))
    .map((name) => removeIfAbandoned(join(parent, name)))
    .filter((line) => line !== null)
}

function removeIfAbandoned(folder: string): string | null {
  try {
    if (Date.now() - lastWrite(folder) < dayMilliseconds) return null
    rmSync(folder, { recursive: true })
    return `${folder}: removed, as that backup was broken off.`
  } catch (error) {
    return `${folder}: was not removed: ${(error as Error).message}`
  }
}

/** A large table takes long to write, which the folder's own time doesn't show. */
function lastWrite(folder: string): number {
  const files = readdirSync(folder).map((name) => join(folder, name))
  return Math.max(...[folder, ...files].map((path) => statSync(path).mtimeMs))
}

function isFinished(folder: string): boolean {
  try {
    readManifest(folder)
    return true
  } catch {
    return false
  }
}
