import { closeDatabase, connectTo, databasePool } from '@/lib/database'
import { type KeyName, refuseMissingKeys, requireSetting, type Settings, SettingsError } from '@/lib/env'
import { checkEncryptionKeys } from '@/lib/health/key-checks'
import { findPlace } from '../launch/postgres/place'
import { findPostmaster } from '../launch/postgres/postmaster'
import { connectionUrl } from '../launch/postgres/roles'
import { inspectDatabase } from '../launch/start/database'
import { chooseKeys, readSettings } from '../launch/start/installation'
import { readKeys } from '../launch/start/keys'
import { stopLater } from '../launch/start/shutdown'

/** The context of an operator's script: the settings, and how to connect to the database as its owner. */
export type ScriptSettings = {
  settings: Settings
  dataDir: string
  /** as the tables' owner: MIGRATION_DATABASE_URL or DATABASE_URL, else the running embedded server */
  databaseUrl: string
  /** true when the database is the embedded one */
  embedded: boolean
}

/**
 * Reads the settings as `npm start` does, finds the database, and puts what the embedded default generated into
 * `process.env`, so that `lib/` works in a command as in a process. Makes no connection.
 * @param needed the keys without which the script cannot work
 * @throws SettingsError with a sentence, also when the embedded server is not running
 */
export function locateDatabase(needed: readonly KeyName[] = []): ScriptSettings {
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
      `DATABASE_URL: is not set, and the embedded database in ${dataDir} is not running. Set it, or run "npm start" first.`,
    )
  Object.assign(process.env, chooseKeys(keys))
  const databaseUrl = connectionUrl(place, 'owner', keys.databasePasswords.owner)
  return adopt({ settings, dataDir, databaseUrl, embedded: true })
}

/**
 * The same, after a connection that proves that the database accepts us.
 * @throws SettingsError that names the setting and the reason
 */
export async function resolveSettings(needed: readonly KeyName[] = []): Promise<ScriptSettings> {
  const found = locateDatabase(needed)
  await inspectDatabase(nameOwnerSetting(found), found.databaseUrl)
  return found
}

/** Where changes of Production are written from: as the feed where it has a role, which needs no other. */
export async function resolveFeed(): Promise<string> {
  const { FEED_DATABASE_URL } = readSettings().settings
  if (!FEED_DATABASE_URL) return (await resolveSettings()).databaseUrl
  await inspectDatabase('FEED_DATABASE_URL', FEED_DATABASE_URL)
  return FEED_DATABASE_URL
}

/**
 * {@link resolveSettings} with `database()` of `lib/` connected there until the program ends.
 * @param name shown by PostgreSQL as application_name
 */
export async function connectScript(name: string, needed: readonly KeyName[] = []): Promise<ScriptSettings> {
  await resolveSettings(needed)
  return connectUnchecked(name, needed)
}

/**
 * The same for a command that writes an e-mail.
 * @throws SettingsError when the keys are not the installation's: its worker could never read and send the e-mail
 */
export async function connectToMail(name: string): Promise<void> {
  const { settings } = await connectScript(name, ['SECRET_ENCRYPTION_KEYS'])
  const keys = requireSetting('SECRET_ENCRYPTION_KEYS')
  const kinds = ['client_secret', 'mail_message'] as const
  const { outcome, values } = await checkEncryptionKeys(databasePool(), keys, settings.LOST_KEYS, kinds)
  if (outcome !== 'good')
    throw new SettingsError(
      `SECRET_ENCRYPTION_KEYS: does not open what is stored under key ${values.key}: use the keys of this installation.`,
    )
}

/** For the doctor, which reports an unreachable database as one of its findings. */
export function connectUnchecked(name: string, needed: readonly KeyName[] = []): ScriptSettings {
  const found = locateDatabase(needed)
  connectTo(found.databaseUrl, name)
  // Not awaited: after a signal a statement may still be running.
  stopLater(() => void closeDatabase())
  return found
}

function nameOwnerSetting({ settings, embedded }: ScriptSettings): string {
  if (embedded) return 'The embedded database'
  return settings.MIGRATION_DATABASE_URL ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL'
}

function adopt(found: ScriptSettings): ScriptSettings {
  process.env.DATABASE_URL = found.databaseUrl
  return found
}
