import { gatewayDatabase, SettingsError } from '@/lib/env'
import { checkExternal } from '../launch/start/database'
import { readSettings } from '../launch/start/installation'
import { defineCommand, ifInterrupted, print } from './command'
import { printMigrations } from './migrate'
import { prepareDatabase } from './prepare/database'

export default defineCommand({
  usage: `Usage: guichet prepare

Migrates the database of MIGRATION_DATABASE_URL (else DATABASE_URL), grants each process's role what it needs, seeds what
is missing, and sends the first administrator (REVIEWER_EMAIL) an activation link. It can be run again at any time.
"npm start" does all of this itself.`,
  options: {},
  async run() {
    const { settings } = readSettings()
    const { DATABASE_URL, WORKER_DATABASE_URL, MIGRATION_DATABASE_URL } = settings
    const portal = DATABASE_URL ?? gatewayDatabase(settings, 'sandbox') ?? WORKER_DATABASE_URL
    if (!portal)
      throw new SettingsError('DATABASE_URL: must be set; only npm start knows the embedded database.')
    const { roles } = await checkExternal({ ...settings, DATABASE_URL: portal })
    ifInterrupted('What was done stays: run it again.')
    process.env.DATABASE_URL = MIGRATION_DATABASE_URL ?? portal
    const { migrations, reviewer, alike } = await prepareDatabase(process.env.DATABASE_URL, roles, false)
    printMigrations(migrations)
    if (alike.length > 0)
      print(`Verified organisations whose registration number looks like another one's: ${alike.join(', ')}.`)
    if (reviewer && !reviewer.active) print(`${reviewer.email} has an activation link by e-mail to use.`)
    return 0
  },
})
