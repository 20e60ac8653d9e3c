import { statSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '@/lib/env'
import { formatKeyring, generateKey, parseKeyring } from '@/lib/keyring'
import { writeFileAs } from '@/scripts/launch/postgres/owned-file'
import { findPlace } from '@/scripts/launch/postgres/place'
import { readKeys } from '@/scripts/launch/start/keys'

/**
 * Adds a new encryption key before the others in the data folder of the embedded default. The processes use it after
 * the next start.
 * @param set the environment's own value, which would win over the file
 * @returns the id of the new key
 */
export function addEncryptionKey(dataDir: string, set = process.env.SECRET_ENCRYPTION_KEYS): string {
  const keys = readKeys(dataDir)
  if (!keys) throw new SettingsError(`${join(dataDir, 'keys.json')} is not there: run "npm start" first.`)
  if (set && set !== keys.SECRET_ENCRYPTION_KEYS)
    throw new SettingsError(
      'SECRET_ENCRYPTION_KEYS: is set by you, so put the new key before the others there.',
    )
  const keyring = parseKeyring(keys.SECRET_ENCRYPTION_KEYS)
  const numbers = keyring.map(({ id }) => Number(id)).filter(Number.isInteger)
  const fresh = generateKey(String(Math.max(0, ...numbers) + 1))
  const text = { ...keys, SECRET_ENCRYPTION_KEYS: formatKeyring([fresh, ...keyring]) }
  writeFileAs(null, join(dataDir, 'keys.json'), `${JSON.stringify(text, null, 2)}\n`)
  return fresh.id
}

/**
 * Refuses while processes run that were started, with their database, before the newest key was made: they could not
 * read what it encrypts.
 * @throws SettingsError that says to restart
 */
export function refuseUnknownKey(dataDir: string): void {
  const made = statSync(join(dataDir, 'keys.json')).mtimeMs
  const database = join(findPlace(dataDir)?.data ?? '', 'postmaster.pid')
  const started = statSync(database, { throwIfNoEntry: false })?.mtimeMs
  if (started !== undefined && started < made)
    throw new SettingsError(
      'The running processes do not know the newest key yet: stop "npm start", start it again, then run this again.',
    )
}
