import { feedDatabase, gatewayDatabase, type Settings, SettingsError } from '@/lib/env'
import { readMapping } from '@/lib/feed/mapping'
import { ForeignDatabaseError, migrate } from '@/prisma/migrate'
import { checkExternal, DatabaseError } from '../launch/start/database'
import { readSettings } from '../launch/start/installation'
import { defineCommand, ifInterrupted, print } from './command'
import { printMigrations, printUpgrade } from './migrate'
import { refuseDemoBefore, seedDatabase } from './prepare/database'

/** EX_CONFIG of sysexits.h: a supervisor that repeats the command until it succeeds stops. */
const configurationError = 78
/** EX_DATAERR: the database of another version, on which the processes of this one can start. */
const newerDatabase = 65

export default defineCommand({
  usage: `Usage: guichet prepare

Migrates the database of MIGRATION_DATABASE_URL (else DATABASE_URL), grants each process's role what it needs, seeds what
is missing, and sends the first administrator (REVIEWER_EMAIL) an activation link. It can be run again at any time.
"npm start" does all of this itself. It exits with 78, not 1, if trying again is of no use: a wrong setting, data that
Production must not have, or migrations that are not those of this version; and with 65 if a newer version has migrated
the database, which then has all that this one needs.`,
  options: {},
  async run() {
    try {
      await prepare(readSettings().settings)
      return 0
    } catch (error) {
      const isForeign = error instanceof ForeignDatabaseError
      if (!isForeign && (!(error instanceof SettingsError) || error instanceof DatabaseError)) throw error
      console.error(error.message)
      return isForeign && error.isComplete ? newerDatabase : configurationError
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
  await printUpgrade(owner)
  await refuseDemoBefore(owner)
  // Before the seed, which may refuse what the database holds: the operator sees that it has been migrated.
  printMigrations(await migrate(owner, roles))
  const { reviewer, alike } = await seedDatabase(owner, false)
  if (alike.length > 0)
    print(`Verified organisations whose registration number looks like another one's: ${alike.join(', ')}.`)
  if (reviewer && !reviewer.active) print(`${reviewer.email} has an activation link by e-mail to use.`)
}
