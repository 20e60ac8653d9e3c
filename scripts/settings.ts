import { connectTo } from '@/lib/database'
import { type KeyName, refuseMissingKeys, type Settings, SettingsError } from '@/lib/env'
import { findPlace } from './postgres/place'
import { findPostmaster } from './postgres/postmaster'
import { connectionUrl, roleNames } from './postgres/roles'
import { chooseKeys, readSettings } from './start/installation'
import { readKeys } from './start/keys'

/** What an operator's script works with: the settings, and how to reach the database as its owner. */
export type ScriptSettings = {
  settings: Settings
  dataDir: string
  /** to the tables' owner: MIGRATION_DATABASE_URL or DATABASE_URL, else the running embedded server */
  databaseUrl: string
  /** true when the database is the embedded one */
  embedded: boolean
}

/**
 * Reads the settings as `npm start` does, finds the database, and puts what the embedded default made for itself into
 * `process.env`, so that `lib/` works in a script as in a process.
 * @param needed the keys without which the script cannot work
 * @throws SettingsError with a sentence, also when the embedded server does not run
 */
export function resolveSettings(needed: readonly KeyName[] = []): ScriptSettings {
  const { settings, dataDir } = readSettings()
  if (settings.DATABASE_URL) {
    refuseMissingKeys(settings, needed)
    const databaseUrl = settings.MIGRATION_DATABASE_URL ?? settings.DATABASE_URL
    return adopt({ settings, dataDir, databaseUrl, embedded: false })
  }
  const place = findPlace(dataDir)
  const keys = readKeys(dataDir)
  if (!place || !keys || findPostmaster(place.data)?.state !== 'ready')
    throw new SettingsError(
      `The embedded database in ${dataDir} does not run: start it with "npm start" first.`,
    )
  Object.assign(process.env, chooseKeys(keys))
  const databaseUrl = connectionUrl(place, 'owner', keys.databasePasswords.owner)
  return adopt({ settings, dataDir, databaseUrl, embedded: true })
}

/**
 * The same, with `database()` of `lib/` connected there.
 * @param name shown by PostgreSQL as application_name
 */
export function connectScript(name: string, needed: readonly KeyName[] = []): ScriptSettings {
  const found = resolveSettings(needed)
  connectTo(found.databaseUrl, name)
  return found
}

/** The roles of the processes, whose grants follow every migration of the embedded database. */
export const embeddedRoles = {
  portal: roleNames.portal,
  gateway: roleNames.gateway,
  worker: roleNames.worker,
}

function adopt(found: ScriptSettings): ScriptSettings {
  process.env.DATABASE_URL = found.databaseUrl
  return found
}
