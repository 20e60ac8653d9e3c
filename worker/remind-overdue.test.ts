import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { closeDatabase, connectTo } from '@/lib/database'
import { getSettings } from '@/lib/env'
import type { Reviewer } from '@/lib/validation/decide'
import { seedRequirements } from '@/prisma/seed-requirements'
import { ownerPool } from '@/test/factories'
import { createTestDatabase, type TestDatabase } from '@/test/postgres'
import { createReviewer, createSubmitted, readMails } from '@/test/validation'
import { remindOverdueSubmissions } from './remind-overdue'

let guichet: TestDatabase
let sql: Pool
let lamine: Reviewer

beforeAll(async () => {
  guichet = await createTestDatabase()
  sql = ownerPool(guichet.url)
  await seedRequirements(connectTo(guichet.url).prisma)
  await sql.query(`UPDATE requirement SET retired_at = now() WHERE name_en <> 'Signed terms'`)
  await closeDatabase()
  connectTo(guichet.portalUrl)
  lamine = await createReviewer(sql)
  setClock(new Date('2026-11-16T09:00:00Z'))
  await createSubmitted(sql)
  await closeDatabase()
  connectTo(guichet.workerUrl)
})

afterAll(async () => {
  getSettings().VALIDATION_HOLIDAYS = new Set()
  await closeDatabase()
  await sql.end()
  await guichet.drop()
})

/** As the schedule calls it, here for a whole day; returns how many mails there are then. */
async function passDay(date: string): Promise<number> {
  for (let quarter = 0; quarter < 96; quarter += 1) {
    const ts = new Date(new Date(`${date}T00:00:00Z`).getTime() + quarter * 15 * 60_000)
    setClock(ts)
    await remindOverdueSubmissions({ _cron: { ts: ts.toISOString(), backfilled: false } })
  }
  return (await readMails(sql, lamine.id))['submissions-overdue'] ?? 0
}

test('overdue submissions are mailed once each business day, and on no other', async () => {
  getSettings().VALIDATION_HOLIDAYS = new Set(['11-23'])
  expect(await passDay('2026-11-18')).toBe(0)
  expect(await passDay('2026-11-19')).toBe(1)
  expect(await passDay('2026-11-20')).toBe(2)
  expect(await passDay('2026-11-21')).toBe(2)
  expect(await passDay('2026-11-23')).toBe(2)
})
