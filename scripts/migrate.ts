import { SettingsError } from '@/lib/env'
import { MigrationError, migrate } from '@/prisma/migrate'
import { embeddedRoles, resolveSettings } from './settings'
import { checkExternal } from './start/database'

// `npm run migrate`: brings the database up to date without starting anything.
try {
  const { settings, databaseUrl, embedded } = resolveSettings()
  const { DATABASE_URL } = settings
  const roles =
    embedded || !DATABASE_URL ? embeddedRoles : (await checkExternal({ ...settings, DATABASE_URL })).roles
  const applied = await migrate(databaseUrl, roles)
  for (const name of applied) process.stdout.write(`applied ${name}\n`)
  process.stdout.write(`The database is up to date, ${applied.length} migrations applied.\n`)
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof MigrationError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
