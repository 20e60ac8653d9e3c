import type { Pool } from 'pg'
import { closeDatabase, connectTo } from '@/lib/database'
import { getSettings, requireSetting, SettingsError } from '@/lib/env'
import { exitWithParent } from '@/lib/process'
import type { ProcessRoles } from '@/prisma/grants'
import { MigrationError, migrate } from '@/prisma/migrate'
import { seed } from '@/prisma/seed'

/** `reviewer` is who administers, and whether the account is active or waits for its activation link to be used. */
export type Prepared = { migrations: string[]; reviewer: { email: string; active: boolean } | null }

/** What the process that started this one is told. */
export type Report = { prepared: Prepared } | { failure: string }

exitWithParent()
// A process of its own: what it loads is gone again when the others start.
const roles = JSON.parse(process.env.GUICHET_ROLES ?? '{}') as ProcessRoles
const url = requireSetting('DATABASE_URL')
try {
  const migrations = await migrate(url, roles)
  const { pool } = connectTo(url, 'guichet-prepare')
  // To the seed, a database of ours is one that nobody configured.
  const embedded = process.env.GUICHET_EMBEDDED === '1'
  await seed(pool, { ...getSettings(), ...(embedded ? { DATABASE_URL: undefined } : {}) })
  tell({ prepared: { migrations, reviewer: await findReviewer(pool) } })
} catch (error) {
  const expected = error instanceof SettingsError || error instanceof MigrationError
  console.error(expected ? (error as Error).message : error)
  tell({ failure: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
} finally {
  await closeDatabase()
  process.disconnect?.()
}

async function findReviewer(pool: Pool): Promise<Prepared['reviewer']> {
  const { rows } = await pool.query(
    `SELECT email, activated_at IS NOT NULL AS active FROM developer
     WHERE role = 'administrator' AND deleted_at IS NULL ORDER BY activated_at NULLS LAST, created_at LIMIT 1`,
  )
  return rows[0] ?? null
}

function tell(report: Report): void {
  process.send?.(report)
}
