import { feedDatabase, gatewayDatabase, type Settings, SettingsError } from '@/lib/env'
import { readMapping } from '@/lib/feed/mapping-file'
import { migrate } from '@/prisma/migrate'
import { checkExternal, DatabaseError } from '../launch/start/database'
import { readSettings } from '../launch/start/installation'
import { defineCommand, ifInterrupted, print } from './command'
import { printMigrations } from './migrate'
import { seedDatabase } from './prepare/database'

/** EX_CONFIG of sysexits.h: a supervisor that repeats the command until it succeeds stops. */
const configurationError = 78

export default defineCommand({
  usage: `Usage: guichet prepare

Migrates the database of MIGRATION_DATABASE_URL (else DATABASE_URL), grants each process's role what it needs, seeds what
is missing, and sends the first administrator (REVIEWER_EMAIL) an activation link. It can be run again at any time.
"npm start" does all of this itself. It exits with 78, not 1, if trying again is of no use: a wrong setting, or data that
Production must not have.`,
  options: {},
  async run() {
    try {
      await prepare(readSettings().settings)
      return 0
    } catch (error) {
      if (!(error instanceof SettingsError) || error instanceof DatabaseError) throw error
      console.error(error.message)
      return configurationError
    }
  },
})

/** @throws SettingsError when only the operator can fix it */
async function prepare(settings: Settings): Promise<void> {
  // The feed would not start with it.
  readMapping(settings.FEED_MAPPING)
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = settings
  const portal = DATABASE_URL ?? gatewayDatabase(settings, 'sandbox') ?? feedDatabase(settings)
  if (!portal)
    throw new SettingsError('DATABASE_URL: must be set; only npm start knows the embedded database.')
  const { roles } = await checkExternal({ ...settings, DATABASE_URL: portal })
  ifInterrupted('What was done stays: run it again.')
  const owner = MIGRATION_DATABASE_URL ?? portal
  process.env.DATABASE_URL = owner
  // Before the seed, which may refuse what the database holds: the operator sees that it has been migrated.
  printMigrations(await migrate(owner, roles))
  const { reviewer, alike, warning } = await seedDatabase(owner, false)
  if (warning) print(warning)
  if (alike.length > 0)
    print(`Verified organisations whose registration number looks like another one's: ${alike.join(', ')}.`)
  if (reviewer && !reviewer.active) print(`${reviewer.email} has an activation link by e-mail to use.`)
}
