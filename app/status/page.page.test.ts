import { beforeEach, expect, test } from 'vitest'
import { now } from '@/lib/clock'
import { getSettings } from '@/lib/env'
import { services } from '@/lib/status/service-days'
import { loadPage } from '@/test/access/load-page'
import { createAnnouncement } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'

const { owner: sql } = withOwnDatabase()
const claims = { developerId: '', sessionId: '', version: 0 } as never
const hourMs = 3_600_000

beforeEach(async () => {
  await sql.query('DELETE FROM announcement')
  await sql.query('DELETE FROM service_day')
  for (const service of services) await check(service)
})

/** What the worker has seen today. */
async function check(service: string, ready = true, minutesDown = 0): Promise<void> {
  await sql.query(
    `INSERT INTO service_day (service, day, minutes_checked, minutes_down, ready, checked_at)
     VALUES ($1, ($2::timestamptz AT TIME ZONE 'UTC')::date, 100, $3, $4, $2) ON CONFLICT (service, day) DO UPDATE
     SET ready = excluded.ready, minutes_down = excluded.minutes_down`,
    [service, now(), minutesDown, ready],
  )
}

function announce(title: string, kind: 'maintenance' | 'incident', fromHours: number, toHours?: number) {
  const at = (hours: number) => new Date(now().getTime() + hours * hourMs).toISOString()
  const endsAt = toHours === undefined ? undefined : at(toHours)
  return createAnnouncement(sql, { title, kind, startsAt: at(fromHours), endsAt })
}

const load = () => loadPage('status/page', {}, claims)

test('the verdict is the worst of checks and current announcements', async () => {
  await announce('Over', 'incident', -3, -2)
  await announce('To come', 'maintenance', 2, 3)
  expect(await load()).toContain('Everything works.')
  await announce('Under way', 'maintenance', -1, 1)
  expect(await load()).toContain('Maintenance in progress: Under way')
  await announce('Slow responses', 'incident', -1)
  expect(await load()).toContain('Ongoing incident: Slow responses')
  await check('sandbox', false)
  expect(await load()).toContain('Sandbox API is down. Everything else works.')
})

test('balances that are older than usual are named, once a sender has come and the operator says what is usual', async () => {
  const late = 'Production balances are older than usual.'
  const settings = getSettings()
  const isNamed = async (statement: string) => {
    await sql.query(statement)
    const text = await load()
    expect(text.includes('Everything works.')).toBe(!text.includes(late))
    return text.includes(late)
  }
  expect(await isNamed('SELECT')).toBe(false)
  const sender =
    "INSERT INTO feed_sender (name, last_seen_at, newest_as_of) VALUES ('core', now() - interval '6 minutes', now())"
  expect(await isNamed(sender)).toBe(false)
  settings.FEED_EXPECTED_SECONDS = 300
  expect(await isNamed('SELECT')).toBe(true)
  expect(await isNamed('UPDATE feed_sender SET last_seen_at = now()')).toBe(false)
  const minute = 'INSERT INTO feed_minute (minute, name, partition, behind_ms)'
  expect(await isNamed(`${minute} VALUES (now() - interval '4 minutes', 'core', '', 900000)`)).toBe(false)
  expect(await isNamed(`${minute} VALUES (now(), 'core', '', 900000)`)).toBe(true)
  await sql.query('TRUNCATE feed_sender, feed_minute')
  settings.FEED_EXPECTED_SECONDS = undefined
})

test('a deprecation goes on until its sunset, not until the end of its banner', async () => {
  const period = { startsAt: '2026-11-04T09:00:00Z', endsAt: '2026-11-07T09:00:00Z', sunset: '2027-05-23' }
  await createAnnouncement(sql, { title: 'Old calls end', endpoint: 'account', ...period })
  const text = (await load()).replace(/<[^>]+>/g, ' ')
  expect(text).toMatch(/4 Nov 2026\s*–\s*23 May 2027/)
  expect(text).not.toContain('7 Nov')
})

test('a check that is too old says nothing, and all down is said at once', async () => {
  for (const service of services) await check(service, false)
  expect(await load()).toContain('Everything is down.')
  await sql.query("UPDATE service_day SET checked_at = checked_at - interval '6 minutes'")
  expect(await load()).toContain('no check for 6 minutes')
  await sql.query('DELETE FROM service_day')
  expect(await load()).toContain('Not checked yet.')
})

test('announcements stand in the order of their time, each with what it is now', async () => {
  await announce('Over', 'incident', -3, -2)
  await announce('To come', 'maintenance', 2, 3)
  await announce('Under way', 'maintenance', -1, 1)
  expect((await load()).replace(/<[^>]*>/g, '')).toMatch(
    /Maintenance, planned.*To come.*Maintenance, going on.*Under way.*Incident, over.*Over/s,
  )
})

test('a day is drawn by its minutes of outage, which it says', async () => {
  const dayOf = async (minutesDown: number) => {
    await check('sandbox', true, minutesDown)
    return /fill-chart-(refused|failed)" d="M712 36v(-\d+)a[^"]*"><title>[^<]*: (\d+) min</
      .exec(await load())
      ?.slice(1)
  }
  expect(await dayOf(0)).toBeUndefined()
  expect(await dayOf(2)).toEqual(['refused', '-26', '2'])
  expect(await dayOf(100)).toEqual(['failed', '-33', '100'])
})
