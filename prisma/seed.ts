import type { Pool } from 'pg'
import { systemActor } from '@/lib/audit/schema'
import { execute } from '@/lib/commands/execute'
import { database } from '@/lib/database'
import type { Settings } from '@/lib/env'
import { refuseWithoutBreakGlass } from '@/lib/identity/break-glass'
import { refuseDemoAccounts, seedDemoAccounts, seedSandboxAccounts } from './seed-accounts'
import { seedRequirements } from './seed-requirements'
import { seedFirstReviewer } from './seed-reviewer'

/**
 * Fills a migrated database with the data of every installation. Runs at every start, as it adds only what is missing.
 * Runs as the owner of the tables, in a process whose `database()` is the same one.
 * @param settings without `DATABASE_URL` for the embedded database, which alone gets demo accounts in Production
 * @throws SettingsError when an operator's database contains demo accounts, or when STAFF_PASSWORDS leaves no one who
 *   could sign in without the provider
 */
export async function seed(pool: Pool, settings: Settings): Promise<void> {
  if (settings.DATABASE_URL) await refuseDemoAccounts(pool)
  await seedSandboxAccounts(pool)
  if (!settings.DATABASE_URL) await seedDemoAccounts(pool)
  await seedRequirements(database())
  await execute(seedFirstReviewer, { actor: systemActor, input: settings })
  await refuseWithoutBreakGlass()
}
