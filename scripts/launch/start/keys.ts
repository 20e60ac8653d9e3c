import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type KeyName, keyNames, SettingsError } from '@/lib/env'
import { formatKeyring, generateKey } from '@/lib/keyring'
import { writeFileAs } from '../postgres/owned-file'
import { findPlace } from '../postgres/place'
import type { Passwords } from '../postgres/roles'

/** The embedded default's generated keys, named after the corresponding settings. */
export type Keys = Record<KeyName, string> & { FEED_KEYS: string; databasePasswords: Passwords }

/**
 * Reads `keys.json` in the data folder, or creates it on the first start, readable by its owner only.
 * @throws SettingsError if it cannot be read, or is missing while the data that it opens exists
 */
export function prepareKeys(dataDir: string): Keys {
  const file = join(dataDir, 'keys.json')
  const found = readKeys(dataDir)
  if (found) return complete(file, found)
  if (findPlace(dataDir))
    throw new SettingsError(
      `${file} is gone, and without its keys no secret in the database can be read: put it back, or start over with another DATA_DIR.`,
    )
  const keys = makeKeys()
  writeFileAs(null, file, `${JSON.stringify(keys, null, 2)}\n`)
  return keys
}

/** An installation of a version without the feed gets its key and password. */
function complete(file: string, found: Keys): Keys {
  if (found.FEED_KEYS && found.databasePasswords.feed) return found
  const { FEED_KEYS, databasePasswords } = makeKeys()
  const keys = {
    ...found,
    FEED_KEYS: found.FEED_KEYS ?? FEED_KEYS,
    databasePasswords: { ...databasePasswords, ...found.databasePasswords },
  }
  writeFileAs(null, file, `${JSON.stringify(keys, null, 2)}\n`)
  return keys
}

/** The keys generated before, or null. */
export function readKeys(dataDir: string): Keys | null {
  const file = join(dataDir, 'keys.json')
  if (!existsSync(file)) return null
  try {
    const keys = JSON.parse(readFileSync(file, 'utf8')) as Keys
    if ([...keyNames, 'databasePasswords' as const].every((name) => keys[name])) return keys
  } catch {
    // Reported below.
  }
  throw new SettingsError(`${file} is damaged: put its copy back, or start over with another DATA_DIR.`)
}

/** New keys, and a password for each role of the embedded database. */
export function makeKeys(): Keys {
  const keyring = () => formatKeyring([generateKey('1')])
  return {
    NEXTAUTH_SECRET: randomText(),
    SECRET_ENCRYPTION_KEYS: keyring(),
    SECRET_HASH_KEYS: keyring(),
    TOKEN_KEYS: keyring(),
    FEED_KEYS: `wallet:${randomText()}`,
    databasePasswords: {
      owner: randomText(),
      portal: randomText(),
      gateway: randomText(),
      worker: randomText(),
      feed: randomText(),
    },
  }
}

function randomText(): string {
  return randomBytes(32).toString('base64url')
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const passwordLength = 16

/** A random password that is easy to type, for the invented people of a start to try things. */
export function makePassword(): string {
  return Array.from({ length: passwordLength }, () => letters[randomInt(letters.length)]).join('')
}
