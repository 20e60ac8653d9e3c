import { describeUpgrade, migrate } from '@/prisma/migrate'
import { embeddedRoles } from '../launch/postgres/roles'
import { checkExternal } from '../launch/start/database'
import { count, defineCommand, ifInterrupted, print } from './command'
import { resolveSettings } from './settings'

export default defineCommand({
  usage: `Usage: guichet migrate

Applies the migrations that the database lacks, then grants each process's role what it needs. "guichet prepare" also
invites the first administrator.`,
  options: {},
  async run() {
    const { settings, databaseUrl, embedded } = await resolveSettings()
    const { DATABASE_URL } = settings
    const roles =
      embedded || !DATABASE_URL ? embeddedRoles : (await checkExternal({ ...settings, DATABASE_URL })).roles
    ifInterrupted('What was done stays: run it again.')
    await printUpgrade(databaseUrl)
    printMigrations(await migrate(databaseUrl, roles))
    return 0
  },
})

/** What the database is of, and what it becomes. */
export async function printUpgrade(databaseUrl: string): Promise<void> {
  const { from, to } = await describeUpgrade(databaseUrl)
  print(`From ${from} to ${to}.`)
}

/** The applied migrations, one line each, and how many. */
export function printMigrations(applied: string[]): void {
  for (const name of applied) print(`applied ${name}`)
  print(`The database is up to date, ${count(applied.length, 'migration')} applied.`)
}
