import { basename } from 'node:path'
import { keyNames } from '@/lib/env'
import { confidential } from '../start/confidential'

/** `source` is its program, relative to the project; `holds` what it gets of the settings that are confidential. */
type Command = { source: string; holds: readonly string[]; allKeysWith?: string }

const owner = ['DATABASE_URL', 'MIGRATION_DATABASE_URL']

/** What an operator runs by hand or from a timer, by its name in `npm run` and in the image. */
export const commands: Record<string, Command> = {
  doctor: { source: 'scripts/doctor.ts', holds: [...confidential] },
  backup: { source: 'scripts/backup.ts', holds: owner, allKeysWith: '--keys' },
  restore: {
    source: 'scripts/restore.ts',
    holds: [...confidential].filter((name) => /DATABASE_URL$|_KEYS$/.test(name)),
  },
  'import-accounts': { source: 'scripts/import-accounts.ts', holds: owner },
  'create-reviewer': { source: 'scripts/create-reviewer.ts', holds: [...owner, 'SECRET_ENCRYPTION_KEYS'] },
  'reset-factor': { source: 'scripts/reset-factor.ts', holds: [...owner, 'SECRET_ENCRYPTION_KEYS'] },
  'rotate-keys': {
    source: 'scripts/rotate-keys.ts',
    holds: [...owner, 'SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS'],
  },
  'audit:verify': { source: 'scripts/verify-audit.ts', holds: owner },
}

/** The commands as programs to bundle: source by name of the bundle. */
export function commandPrograms(): Record<string, string> {
  return Object.fromEntries(Object.values(commands).map(({ source }) => [bundleOf(source), source]))
}

/** The name of a program's bundle, without its ending. */
export function bundleOf(source: string): string {
  return basename(source, '.ts')
}

/** Which of the confidential settings a command gets when it is run with these arguments. */
export function settingsHeld({ holds, allKeysWith }: Command, args: string[]): readonly string[] {
  const exports = args.some((arg) => allKeysWith && arg.split('=')[0] === allKeysWith)
  return exports ? [...holds, ...keyNames] : holds
}
