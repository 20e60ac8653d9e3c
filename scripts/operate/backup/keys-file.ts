import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { type KeyName, keyNames, SettingsError } from '@/lib/env'
import { keyring } from '@/lib/setting-formats'
import { writeFileAs } from '@/scripts/launch/postgres/owned-file'
import { chooseKeys } from '@/scripts/launch/start/installation'
import type { Keys } from '@/scripts/launch/start/keys'

/** The keys of an installation without the passwords of its embedded database: a new one generates its own. */
export type ExportedKeys = Pick<Keys, KeyName>

const keyringText = z.string().refine((value) => keyring.safeParse(value).success)
const keysSchema = z.object({
  NEXTAUTH_SECRET: z.string().min(32),
  SECRET_ENCRYPTION_KEYS: keyringText,
  SECRET_HASH_KEYS: keyringText,
  TOKEN_KEYS: keyringText,
})

/**
 * Writes the keys to a new file that only this user can read.
 * @throws SettingsError when the file exists, or a key is not set
 */
export function exportKeys(path: string, generated: Keys | null): void {
  const keys = chooseKeys(generated)
  const missing = keyNames.filter((name) => !keys[name])
  if (missing.length > 0) throw new SettingsError(`${missing.join(', ')}: not set, so it cannot be exported.`)
  if (existsSync(path)) throw new SettingsError(`${path}: exists already, and is not written over.`)
  writeFileAs(null, path, `${JSON.stringify(keys, null, 2)}\n`)
}

/** @throws SettingsError when the file was not written by {@link exportKeys}, and is no `keys.json` */
export function readExportedKeys(path: string): ExportedKeys {
  if (!existsSync(path)) throw new SettingsError(`--keys: there is no file ${path}.`)
  try {
    return keysSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new SettingsError(`--keys: ${path} does not hold the keys of an installation.`)
  }
}
