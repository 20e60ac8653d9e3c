import { join } from 'node:path'
import { keyNames, refuseMissingKeys, SettingsError } from '@/lib/env'
import type { ProcessRoles } from '@/prisma/grants'
import { writeFileAs } from '@/scripts/launch/postgres/owned-file'
import { claimDataDir } from '@/scripts/launch/start/claim'
import { checkExternal, type Database, startEmbedded } from '@/scripts/launch/start/database'
import { chooseKeys, readSettings } from '@/scripts/launch/start/installation'
import { type Keys, makeKeys, prepareKeys, readKeys } from '@/scripts/launch/start/keys'
import { stopLater } from '@/scripts/launch/start/shutdown'
import { type ExportedKeys, readExportedKeys } from './keys-file'

/** The target database of a restore: how its owner and the gateways connect, and the grants of each role. */
export type Destination = { url: string; gateways: Gateways; roles: ProcessRoles }

export type Gateways = Record<'sandbox' | 'production', string>

/**
 * The database of DATABASE_URL, or a new embedded one that runs until this process ends. Its keys are then those of
 * this process.
 * @throws SettingsError when keys are missing, or an installation runs there
 */
export async function openDestination(keysFile: string | undefined): Promise<Destination> {
  const { settings, dataDir } = readSettings()
  const { DATABASE_URL } = settings
  if (DATABASE_URL) {
    if (keysFile) throw new SettingsError('--keys: with DATABASE_URL the keys come from the environment.')
    refuseMissingKeys(settings, ['SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS', 'TOKEN_KEYS'])
    return adopt(await checkExternal({ ...settings, DATABASE_URL }))
  }
  await claimDataDir(dataDir)
  placeKeys(dataDir, keysFile)
  const keys = prepareKeys(dataDir)
  const database = await startEmbedded(dataDir, keys.databasePasswords)
  stopLater(() => database.stop())
  Object.assign(process.env, chooseKeys(keys))
  return adopt(database)
}

function adopt({ databases, roles }: Database): Destination {
  process.env.DATABASE_URL = databases.owner
  const { owner, gateway, sandbox = gateway, production = gateway } = databases
  return { url: owner, gateways: { sandbox, production }, roles }
}

/** A new embedded database would generate its own keys, which open nothing of the backup. */
function placeKeys(dataDir: string, keysFile: string | undefined): void {
  const path = join(dataDir, 'keys.json')
  const found = readKeys(dataDir)
  if (found) {
    if (keysFile) refuseOtherKeys(readExportedKeys(keysFile), found, path)
    return
  }
  if (!keysFile)
    throw new SettingsError(
      'The keys of the backup are missing: give the file that "guichet backup --keys FILE" wrote with --keys FILE.',
    )
  const keys = { ...makeKeys(), ...readExportedKeys(keysFile) }
  writeFileAs(null, path, `${JSON.stringify(keys, null, 2)}\n`)
}

/** A restore that was killed has left the keys of its file there. */
function refuseOtherKeys(given: ExportedKeys, found: Keys, path: string): void {
  if (keyNames.every((name) => given[name] === found[name])) return
  throw new SettingsError(`--keys: ${path} already holds other keys. Set DATA_DIR to an empty folder.`)
}
