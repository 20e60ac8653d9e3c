import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import {
  type KeyName,
  keyNames,
  parseSettings,
  readSecretFiles,
  type Settings,
  SettingsError,
  withoutMark,
} from '@/lib/env'
import type { ProcessRoles } from '@/prisma/grants'
import type { RoleName } from '../postgres/roles'
import { projectRoot } from '../root'
import type { Keys } from './keys'
import { describeMisspeltNames, describeUnknownNames } from './setting-names'

/** Everything that the processes of one installation are configured from. Database addresses contain passwords. */
export type Installation = {
  settings: Settings
  /** the settings as they were given */
  environment: NodeJS.ProcessEnv
  dataDir: string
  keys: Pick<Keys, KeyName | 'FEED_KEYS'>
  databases: Record<RoleName, string> & Partial<Record<'sandbox' | 'production', string>>
  roles: ProcessRoles
}

let envFileRead = false

/**
 * The settings of the environment and of the file `.env`. The environment wins, even with an empty value. The file is
 * read once per process; unknown names in it, and misspelt ones of the environment, are reported.
 * @throws SettingsError with one sentence per wrong setting
 */
export function readSettings(): { settings: Settings; dataDir: string } {
  readEnvironment()
  const settings = parseSettings(process.env)
  return { settings, dataDir: resolve(projectRoot, settings.DATA_DIR) }
}

/** The first half of {@link readSettings}: completes `process.env` without validating the values. */
export function readEnvironment(): void {
  if (envFileRead) return
  envFileRead = true
  warn(describeMisspeltNames(process.env))
  readEnvFile(join(projectRoot, '.env'))
  readSecretFiles(process.env)
}

/**
 * Completes `process.env` from a file, if it exists.
 * @throws SettingsError when it cannot be read
 */
export function readEnvFile(file: string): void {
  if (!existsSync(file)) return
  const text = readText(file)
  const given = parseEnv(text) as Record<string, string>
  warn([...describeUnknownNames(Object.keys(given)), ...describeRepeatedNames(text)])
  // A secret that the environment gives in one form wins over the other form in the file.
  for (const [name, value] of Object.entries(given)) {
    const other = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`
    if (process.env[name] === undefined && !process.env[other]) process.env[name] = value
  }
}

function warn(sentences: string[]): void {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`)
}

function readText(file: string): string {
  try {
    return withoutMark(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new SettingsError(`${file}: cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** One sentence for each setting that a `.env` sets more than once: keys appended again would replace those in use. */
function describeRepeatedNames(text: string): string[] {
  const names = [...text.matchAll(/^\s*(?:export\s+)?([A-Z]\w*)\s*=/gm)].map(([, name = '']) => name)
  const repeated = names.filter((name, index) => names.indexOf(name) < index)
  return [...new Set(repeated)].map((name) => `.env: ${name} is set more than once; the last one applies.`)
}

/** The keys to use: those of the environment, completed by the generated ones of the embedded default. */
export function chooseKeys(generated: Keys | null): Installation['keys'] {
  const chosen = [...keyNames, 'FEED_KEYS' as const].map((name): [string, string] => [
    name,
    process.env[name] || generated?.[name] || '',
  ])
  return Object.fromEntries(chosen) as Installation['keys']
}
