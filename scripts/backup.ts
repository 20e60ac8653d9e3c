import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { SettingsError } from '@/lib/env'
import { ArchiveError, verifyArchive } from './backup/archive'
import { dumpDatabase } from './backup/dump'
import { exportKeys } from './backup/keys-file'
import { noteBackup } from './backup/last-backup'
import { countRows } from './backup/load'
import { backupName, removeAbandoned, removeOldBackups } from './backup/old-backups'
import { createProgress } from './progress'
import { resolveSettings } from './settings'
import { readKeys } from './start/keys'

// `npm run backup`: writes all data into a new folder while everything runs. Keys never go with the data.
const usage = `npm run backup                        into a new folder below DATA_DIR/backups
npm run backup -- --to FOLDER         into a new folder below FOLDER: better another disk, best another machine
npm run backup -- --keep N              removes the oldest backups there, once the new one is whole, until N are left
npm run backup -- --keys FILE         writes the keys instead, without which a backup opens nothing
npm run backup -- --verify BACKUP     compares a backup with its checksums, without a database`

const flag = { type: 'string' } as const
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const progress = createProgress()

try {
  await main()
} catch (error) {
  progress.end()
  if (!(error instanceof SettingsError || error instanceof ArchiveError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { to: flag, keep: flag, keys: flag, verify: flag, help: { type: 'boolean' } },
  })
  if (values.help) return say(usage)
  if (values.verify) {
    const manifest = await verifyArchive(resolve(values.verify), progress.show)
    progress.end()
    return say(`${values.verify} is whole: ${countRows(manifest)} rows as of ${manifest.madeAt}.`)
  }
  const kept = readKept(values.keep)
  const { dataDir, databaseUrl, embedded } = resolveSettings()
  if (values.keys) {
    exportKeys(resolve(values.keys), embedded ? readKeys(dataDir) : null)
    say(
      `The keys are in ${values.keys}. Whoever has them and a backup reads every secret, document and mail:`,
    )
    return say(
      'keep the two apart, and keep this file where you keep passwords. Without it a backup opens nothing.',
    )
  }
  const parent = resolve(values.to ?? join(dataDir, 'backups'))
  mkdirSync(parent, { recursive: true })
  for (const line of removeAbandoned(parent)) say(line)
  const newest = await backUp(databaseUrl, dataDir, parent)
  for (const old of kept ? removeOldBackups(parent, newest, kept) : []) say(`${old}: removed.`)
}

function readKept(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new SettingsError('--keep: must be a whole number, 1 to 9999.')
  return Number(text)
}

/** @returns the name of the new backup's folder below `parent` */
async function backUp(databaseUrl: string, dataDir: string, parent: string): Promise<string> {
  const began = Date.now()
  const name = backupName(new Date(began))
  const folder = join(parent, name)
  const unfinished = `${folder}.unfinished`
  mkdirSync(unfinished, { recursive: true })
  chmodSync(unfinished, 0o700)
  removeWhenEnded(unfinished)
  const client = new Client({ connectionString: databaseUrl, application_name: 'guichet-backup' })
  client.on('error', () => {})
  try {
    await client.connect()
    const manifest = await dumpDatabase(client, unfinished, progress.show)
    renameSync(unfinished, folder)
    noteBackup(dataDir, { at: manifest.madeAt, folder })
    progress.end()
    const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0)
    say(
      `${folder}: ${countRows(manifest)} rows of ${manifest.tables.length} tables as of ${manifest.madeAt},`,
    )
    say(
      `${(bytes / 1e6).toFixed(1)} MB in ${((Date.now() - began) / 1000).toFixed(1)} s. No key is in it: see --keys.`,
    )
    return name
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** A signal then ends this process as it would have without us: whoever runs it sees that no backup was made. */
function removeWhenEnded(unfinished: string): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      rmSync(unfinished, { recursive: true, force: true, maxRetries: 3 })
      process.kill(process.pid, signal)
    })
}
