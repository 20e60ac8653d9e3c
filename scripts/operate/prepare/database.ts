import type { Pool } from 'pg'
import { closeDatabase, connectTo, database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { newerMigrations } from '@/lib/migrations'
import { fillRegistrationKeys } from '@/lib/organisations/registration-key'
import type { ProcessRoles } from '@/prisma/grants'
import { migrate } from '@/prisma/migrate'
import { seed } from '@/prisma/seed'

export type Prepared = Seeded & { migrations: string[] }

type Seeded = {
  /** the administrator, and whether the account is active or its activation link is still unused */
  reviewer: { email: string; active: boolean } | null
  /** ids of verified organisations whose registration number looks like that of another one */
  alike: string[]
  /** about a database that a newer version has migrated */
  warning: string | null
}

/**
 * Migrates and seeds.
 * @param url as the owner of the tables
 * @param embedded true for the database that `npm start` made itself: the seed then adds the demo accounts
 * @throws SettingsError, MigrationError with a sentence for the operator
 */
export async function prepareDatabase(
  url: string,
  roles: ProcessRoles,
  embedded: boolean,
): Promise<Prepared> {
  return { migrations: await migrate(url, roles), ...(await seedDatabase(url, embedded)) }
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
    return {
      reviewer: await findReviewer(pool, getSettings().REVIEWER_EMAIL),
      alike,
      warning: describeNewer(await newerMigrations(pool)),
    }
  } finally {
    await closeDatabase()
  }
}

function describeNewer([first, ...others]: string[]): string | null {
  if (!first) return null
  return `A newer version has migrated this database (${others.length + 1} migrations that this one does not know, ${first} the first): start that version, or read how to go back in docs/operations/upgrade.md.`
}

/** An active administrator, else the one that the settings name, who has the link. */
async function findReviewer(pool: Pool, named = ''): Promise<Prepared['reviewer']> {
  const { rows } = await pool.query(
    `SELECT email, activated_at IS NOT NULL AS active FROM developer
     WHERE role = 'administrator' AND deleted_at IS NULL ORDER BY activated_at NULLS LAST, email = lower($1) DESC, created_at LIMIT 1`,
    [named],
  )
  return rows[0] ?? null
}
