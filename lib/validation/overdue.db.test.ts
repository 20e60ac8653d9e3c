import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Administrator } from '@/lib/audit/schema'
import { setClock } from '@/lib/clock'
import { getSettings } from '@/lib/env'
import { createDeveloper } from '@/test/factories'
import { createOrganisation, submitOrganisation } from '@/test/organisations'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { createSubmitted, readMails } from '@/test/validation'
import { remindOverdueSubmissions } from './reminders'

const guichet = withOwnDatabase({ requirements: ['Signed terms'] })
const { owner: sql } = guichet
let lamine: Administrator & { email: string }

beforeAll(async () => {
  lamine = await createDeveloper({ role: 'reviewer' })
  setClock(new Date('2026-11-16T09:00:00Z'))
  await createSubmitted(sql)
  const owner = await createDeveloper({}, sql)
  await submitOrganisation(await createOrganisation(owner), owner)
  await guichet.connectAs('worker')
})

afterAll(() => {
  getSettings().VALIDATION_HOLIDAYS = new Set()
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

test('overdue submissions of applications and organisations are mailed once each business day, and on no other', async () => {
  getSettings().VALIDATION_HOLIDAYS = new Set(['11-23'])
  expect(await passDay('2026-11-18')).toBe(0)
  expect(await passDay('2026-11-19')).toBe(1)
  expect(await passDay('2026-11-20')).toBe(2)
  expect(await passDay('2026-11-21')).toBe(2)
  expect(await passDay('2026-11-23')).toBe(2)
  const submissions = (await readOutbox(lamine.email)).at(-1)?.props.submissions as {
    applicationName: string
    dueAt: string
  }[]
  expect(submissions).toHaveLength(2)
  // An organisation's verification is due as an application's is.
  expect(submissions.map(({ applicationName }) => applicationName)).toContain('Kolo SA')
  expect(new Set(submissions.map(({ dueAt }) => dueAt)).size).toBe(1)
})
