import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { type KeyName, keyNames, parseSettings, type Settings } from '@/lib/env'
import type { ProcessRoles } from '@/prisma/grants'
import type { RoleName } from '../postgres/roles'
import { projectRoot } from '../root'
import type { Keys } from './keys'

/** All that the processes of one installation are made from. Addresses of the database hold passwords. */
export type Installation = {
  settings: Settings
  /** the settings as they were given */
  environment: NodeJS.ProcessEnv
  dataDir: string
  keys: Pick<Keys, KeyName>
  databases: Record<RoleName, string>
  roles: ProcessRoles
}

/**
 * The settings of the environment and of the file `.env`, of which the environment wins.
 * @throws SettingsError with one sentence per wrong setting
 */
export function readSettings(): { settings: Settings; dataDir: string } {
  const file = join(projectRoot, '.env')
  if (existsSync(file)) loadEnvFile(file)
  const settings = parseSettings(process.env)
  return { settings, dataDir: resolve(projectRoot, settings.DATA_DIR) }
}

/** The keys to use: those of the environment, and for the embedded default the generated ones in place of the rest. */
export function chooseKeys(generated: Keys | null): Installation['keys'] {
  const chosen = keyNames.map((name): [string, string] => [
    name,
    process.env[name] || generated?.[name] || '',
  ])
  return Object.fromEntries(chosen) as Installation['keys']
}
