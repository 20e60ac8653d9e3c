import type { Pool } from 'pg'
import { closeDatabase, connectTo, database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { fillRegistrationKeys } from '@/lib/organisations/registration-key'
import { withClient } from '@/lib/pool'
import type { ProcessRoles } from '@/prisma/grants'
import { ForeignDatabaseError, migrate } from '@/prisma/migrate'
import { seed } from '@/prisma/seed'
import { refuseDemoAccounts } from '@/prisma/seed-accounts'

export type Prepared = Seeded & {
  migrations: string[]
  /** why a database of a newer version was left as it is */
  warning: string | null
}

type Seeded = {
  /** the administrator, and whether the account is active or its activation link is still unused */
  reviewer: { email: string; active: boolean } | null
  /** ids of verified organisations whose registration number looks like that of another one */
  alike: string[]
}

/**
 * Migrates and seeds. A database of a newer version that has all that this one needs, as after going back, stays as
 * it is.
 * @param url as the owner of the tables
 * @param embedded true for the database that `npm start` made itself: the seed then adds the demo accounts
 * @throws SettingsError, MigrationError with a sentence for the operator
 */
export async function prepareDatabase(
  url: string,
  roles: ProcessRoles,
  embedded: boolean,
): Promise<Prepared> {
  if (!embedded) await refuseDemoBefore(url)
  try {
    const migrations = await migrate(url, roles)
    return { migrations, ...(await seedDatabase(url, embedded)), warning: null }
  } catch (error) {
    if (!(error instanceof ForeignDatabaseError && error.isComplete)) throw error
    const reviewer = await withClient({ connectionString: url }, findReviewer)
    return { migrations: [], reviewer, alike: [], warning: error.message }
  }
}

/**
 * Refuses demo accounts in an operator's database before it is migrated.
 * @throws SettingsError with a sentence that says how to remove them
 */
export async function refuseDemoBefore(url: string): Promise<void> {
  await withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query(`SELECT to_regclass('public.wallet_account') IS NOT NULL AS found`)
    if (rows[0].found) await refuseDemoAccounts(client)
  })
}

/**
 * The second half of {@link prepareDatabase}.
 * @throws SettingsError when the data needs the operator's decision
 */
export async function seedDatabase(url: string, embedded: boolean): Promise<Seeded> {
  const pool = connectTo(url, 'guichet-prepare')
  try {
    // For the seed, an embedded database is one that no one configured.
    await seed(pool, { ...getSettings(), ...(embedded ? { DATABASE_URL: undefined } : {}) })
    const alike = await fillRegistrationKeys(database())
    return { reviewer: await findReviewer(pool), alike }
  } finally {
    await closeDatabase()
  }
}

/** An active administrator, else the one that the settings name, who has the link. */
async function findReviewer(client: Pick<Pool, 'query'>): Promise<Prepared['reviewer']> {
  const { REVIEWER_EMAIL: named = '' } = getSettings()
  const { rows } = await client.query(
    `SELECT email, activated_at IS NOT NULL AS active FROM developer
     WHERE role = 'administrator' AND deleted_at IS NULL ORDER BY activated_at NULLS LAST, email = lower($1) DESC, created_at LIMIT 1`,
    [named],
  )
  return rows[0] ?? null
}
