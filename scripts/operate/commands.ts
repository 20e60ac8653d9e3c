import { keyNames } from '@/lib/env'
import { confidential } from '../launch/start/confidential'
import type { Command } from './command'

type Entry = {
  /** For the list of all commands. */
  summary: string
  /** The confidential settings that it gets. */
  holds: readonly string[]
  /** An option with which it gets every key as well. */
  allKeysWith?: string
  load(): Promise<{ default: Command }>
}

const owner = ['DATABASE_URL', 'MIGRATION_DATABASE_URL']
const databases = [...confidential].filter((name) => name.endsWith('DATABASE_URL'))

/** The commands that an operator runs by hand or from a timer. */
export const commands: Record<string, Entry> = {
  doctor: {
    summary: 'checks a running installation and says what to do',
    holds: [...confidential],
    load: () => import('./doctor'),
  },
  prepare: {
    summary: 'migrates the database and invites the first administrator',
    holds: [...databases, 'SECRET_ENCRYPTION_KEYS'],
    load: () => import('./prepare'),
  },
  migrate: {
    summary: 'migrates the database, and nothing else',
    holds: databases,
    load: () => import('./migrate'),
  },
  backup: {
    summary: 'writes a backup, or the keys, or verifies a backup',
    holds: owner,
    allKeysWith: '--keys',
    load: () => import('./backup'),
  },
  restore: {
    summary: 'loads a backup into an empty database',
    holds: [...databases, ...keyNames],
    load: () => import('./restore'),
  },
  'import-accounts': {
    summary: 'loads accounts from a file or a stream',
    holds: [...owner, 'FEED_DATABASE_URL'],
    load: () => import('./import-accounts'),
  },
  feed: {
    summary: 'resumes a sender of accounts, tries refused changes again',
    holds: [...owner, 'FEED_DATABASE_URL'],
    load: () => import('./feed'),
  },
  configuration: {
    summary: 'exports, compares and applies what administrators configure',
    holds: [...owner, 'SECRET_ENCRYPTION_KEYS'],
    load: () => import('./configuration'),
  },
  'create-reviewer': {
    summary: 'invites a reviewer or an administrator',
    holds: [...owner, 'SECRET_ENCRYPTION_KEYS'],
    load: () => import('./create-reviewer'),
  },
  'reset-factor': {
    summary: 'removes the second factor of an account',
    holds: [...owner, 'SECRET_ENCRYPTION_KEYS'],
    load: () => import('./reset-factor'),
  },
  'rotate-keys': {
    summary: 'encrypts stored data again under the newest key',
    holds: [...owner, 'SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS'],
    load: () => import('./rotate-keys'),
  },
  'audit:verify': {
    summary: 'recomputes the chain of the audit log',
    holds: owner,
    load: () => import('./verify-audit'),
  },
}

/** The confidential settings that a command gets when it runs with these arguments. */
export function settingsHeld({ holds, allKeysWith }: Omit<Entry, 'load'>, args: string[]): readonly string[] {
  const exports = args.some((arg) => allKeysWith && arg.split('=')[0] === allKeysWith)
  return exports ? [...holds, ...keyNames] : holds
}
