import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { refused, succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { createAnnouncement, createApplication, createDeveloper, type Developer } from '@/test/factories'
import { recordCalls } from '@/test/metered-calls'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { readAudit } from '@/test/validation'
import { changeAnnouncement, publishAnnouncement, withdrawAnnouncement } from './announcement'
import { mailAnnouncements } from './mail-announcements'
import {
  findAnnouncement,
  listAllAnnouncements,
  listCurrentAnnouncements,
  listDeprecatedUses,
  listPublishedAnnouncements,
} from './queries'
import type { AnnouncementInput, Audience } from './schema'

const own = withOwnDatabase()
const { owner: sql, gateway } = own
let administrator: Developer<'administrator'>

const announced: Omit<AnnouncementInput, 'id'> = {
  kind: 'maintenance',
  titleEn: 'New servers',
  titleFr: 'Nouveaux serveurs',
  textEn: 'A pause.',
  textFr: 'Une pause.',
  audience: 'everyone',
  from: new Date('2026-11-22T10:00:00Z'),
  to: null,
  endpoint: null,
  sunset: null,
}

beforeEach(async () => {
  await own.connectAs('portal')
  await sql.query('TRUNCATE announcement, announcement_recipient, mail_message')
  await sql.query(`UPDATE developer SET suspended_at = now() WHERE role <> 'administrator'`)
  administrator = await createDeveloper({ role: 'administrator' })
})

function publish(more: Partial<AnnouncementInput> = {}): Promise<string> {
  return succeed(executeAs(administrator, publishAnnouncement, { input: { ...announced, ...more } }))
}

const withdraw = (target: string) => executeAs(administrator, withdrawAnnouncement, { target })

/** As the worker, with its role. */
async function mail(options?: Parameters<typeof mailAnnouncements>[0]): Promise<number> {
  await own.connectAs('worker')
  return mailAnnouncements({ milliseconds: 10_000, ...options })
}

const mailsTo = async ({ email }: { email: string }) =>
  (await readOutbox(email)).filter(({ template }) => template === 'announcement')

async function countMails(): Promise<Record<string, number>> {
  const { rows } = await sql.query(
    `SELECT to_address AS email, count(*)::int AS mails FROM mail_message WHERE template = 'announcement' GROUP BY 1`,
  )
  return Object.fromEntries(rows.map(({ email, mails }) => [email, mails]))
}

describe('publishing', () => {
  test('is recorded with how many people it reaches', async () => {
    await createDeveloper()
    const id = await publish()
    expect(await readAudit(sql, id)).toEqual(['announcement.published'])
    const [entry] = await listAllAnnouncements()
    expect(entry).toMatchObject({ id, recipients: entry?._count.waiting })
    // One for each announcement: the next one does not postpone its e-mails.
    const other = await publish({ kind: 'incident' })
    for (const each of [id, other]) {
      const { rows } = await sql.query(
        `SELECT count(*)::int AS jobs FROM graphile_worker.jobs j JOIN announcement a ON a.id = $1
         WHERE j.key = 'mail-announcements-' || a.id AND j.run_at = a.published_at`,
        [each],
      )
      expect(rows).toEqual([{ jobs: 1 }])
    }
  })

  test('a second deprecation of the same endpoint is refused until the first is withdrawn', async () => {
    const deprecation = {
      kind: 'deprecation',
      endpoint: 'revoke',
      sunset: new Date('2027-06-30T00:00:00Z'),
    } as const
    const first = await publish(deprecation)
    const again = { ...announced, ...deprecation }
    expect(await executeAs(administrator, publishAnnouncement, { input: again })).toEqual(
      refused('endpoint_deprecated'),
    )
    expect(await listAllAnnouncements()).toHaveLength(1)
    await withdraw(first)
    expect(await executeAs(administrator, publishAnnouncement, { input: again })).toMatchObject({ ok: true })
  })
})

describe('the e-mails', () => {
  test('go to the audience at publication, once, each in its language', async () => {
    const french = await createDeveloper({ locale: 'fr' })
    const english = await createDeveloper()
    const never = await createDeveloper({ activated: false })
    const id = await publish({ to: new Date('2026-11-22T12:00:00Z') })
    await own.connectAs('portal')
    const late = await createDeveloper()
    expect(await mail()).toBeGreaterThanOrEqual(3)
    expect(await mail()).toBe(0)
    const link = expect.stringMatching(new RegExp(`/announcements/${id}$`))
    expect(await mailsTo(french)).toMatchObject([
      { locale: 'fr', props: { title: 'Nouveaux serveurs', text: 'Une pause.', link } },
    ])
    expect(await mailsTo(english)).toMatchObject([
      { props: { kind: 'maintenance', title: 'New servers', to: '2026-11-22T12:00:00.000Z' } },
    ])
    expect([await mailsTo(never), await mailsTo(late)]).toEqual([[], []])
  })

  test('are sent at publication, also if it begins later, and not again after a change', async () => {
    const reader = await createDeveloper()
    const id = await publish({ from: new Date('2027-01-01T00:00:00Z') })
    await mail()
    await own.connectAs('portal')
    const { kind: _, audience: __, endpoint: ___, ...texts } = announced
    const input = { ...texts, from: new Date('2027-01-02T00:00:00Z'), titleEn: 'Later' }
    await succeed(executeAs(administrator, changeAnnouncement, { target: id, input }))
    expect(await readAudit(sql, id)).toEqual(['announcement.published', 'announcement.changed'])
    expect(await mail()).toBe(0)
    expect(await mailsTo(reader)).toHaveLength(1)
    expect(await findAnnouncement(id)).toMatchObject({ titleEn: 'Later' })
  })

  test('survive a worker that is killed, and two workers at a time, without a double or a loss', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    for (let count = 0; count < 250; count++) await createDeveloper()
    await publish()
    const [entry] = await listAllAnnouncements()
    // A batch that breaks off leaves everyone of it on the list.
    await own.connectAs('worker')
    await sql.query(`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF random() < 0.02 THEN RAISE EXCEPTION 'killed'; END IF; RETURN NEW; END $$`)
    await sql.query(
      'CREATE TRIGGER break_off BEFORE INSERT ON mail_message FOR EACH ROW EXECUTE FUNCTION break_off()',
    )
    for (let run = 0; run < 3; run++) await mail({ queued: 10_000 }).catch(() => {})
    await sql.query('DROP TRIGGER break_off ON mail_message')
    await sql.query('DROP FUNCTION break_off')
    await own.connectAs('worker')
    await Promise.all([1, 2, 3].map(() => mailAnnouncements({ milliseconds: 20_000, queued: 10_000 })))
    const counts = await countMails()
    expect(new Set(Object.values(counts))).toEqual(new Set([1]))
    expect(Object.keys(counts)).toHaveLength(entry?.recipients ?? 0)
    expect(await database().announcementRecipient.count()).toBe(0)
  })

  test('leave room for others in the outbox, and the next run continues', async () => {
    for (let count = 0; count < 5; count++) await createDeveloper()
    await publish()
    await mail({ queued: 3, milliseconds: 300 })
    expect(Object.keys(await countMails())).toHaveLength(3)
    await sql.query(`UPDATE mail_message SET status = 'sent'`)
    await mail({ queued: 100 })
    expect(Object.keys(await countMails()).length).toBeGreaterThanOrEqual(6)
  })

  test('stop when it is withdrawn', async () => {
    const reader = await createDeveloper()
    const id = await publish()
    await withdraw(id)
    expect(await mail()).toBe(0)
    expect(await mailsTo(reader)).toEqual([])
    await own.connectAs('portal')
    expect(await withdraw(id)).toEqual(refused('not_found'))
    expect(await readAudit(sql, id)).toEqual(['announcement.published', 'announcement.withdrawn'])
    await expect(
      sql.query('UPDATE announcement SET withdrawn_at = NULL WHERE id = $1', [id]),
    ).rejects.toThrow(/stays withdrawn/)
  })

  test('go to the teams of the applications that the audience names', async () => {
    const inSandbox = await createDeveloper()
    const inProduction = await createDeveloper()
    const calling = await createDeveloper()
    const deleted = await createDeveloper()
    await createApplication(sql, { developerId: inSandbox.id })
    await createApplication(sql, { developerId: inProduction.id, environment: 'production' })
    const { id } = await createApplication(sql, { developerId: calling.id })
    await recordCalls(gateway, id, [{ at: Date.now() - 3 * 86_400_000 }])
    await createApplication(sql, { developerId: deleted.id, state: 'deleted' })
    const people = { inSandbox, inProduction, calling, deleted }
    const expected: Record<Exclude<Audience, 'everyone'>, string[]> = {
      sandbox: ['inSandbox', 'calling'],
      production: ['inProduction'],
      recent_callers: ['calling'],
    }
    for (const [audience, names] of Object.entries(expected)) {
      await sql.query('TRUNCATE mail_message')
      await own.connectAs('portal')
      await publish({ audience: audience as Audience })
      await mail()
      const counts = await countMails()
      expect(
        Object.entries(people).flatMap(([name, { email }]) => (counts[email] ? [name] : [])),
        audience,
      ).toEqual(names)
    }
  })
})

test('a banner is shown in its period, everything published is listed, and what is withdrawn is neither', async () => {
  const at = new Date('2026-11-22T10:00:00Z')
  const names = async (list: Promise<{ titleEn: string }[]>) =>
    (await list).map(({ titleEn }) => titleEn).sort()
  await createAnnouncement(sql, { title: 'over', startsAt: '2026-11-20T00:00Z', endsAt: '2026-11-22T10:00Z' })
  await createAnnouncement(sql, { title: 'now', startsAt: '2026-11-22T10:00Z', endsAt: '2026-11-22T10:01Z' })
  await createAnnouncement(sql, { title: 'open', startsAt: '2026-11-21T00:00Z' })
  await createAnnouncement(sql, { title: 'next', startsAt: '2026-11-22T10:00:01Z' })
  const gone = await createAnnouncement(sql, { title: 'gone', startsAt: '2026-11-21T00:00Z' })
  await withdraw(gone)
  setClock(at)
  try {
    expect(await names(listCurrentAnnouncements())).toEqual(['now', 'open'])
    expect(await names(listPublishedAnnouncements())).toEqual(['next', 'now', 'open', 'over'])
  } finally {
    setClock(null)
  }
})

test('an application that calls a deprecated endpoint learns how often', async () => {
  const { id } = await createApplication(sql)
  const { id: other } = await createApplication(sql)
  await recordCalls(gateway, id, [
    { at: Date.now() - 60_000 },
    { at: Date.now() - 86_400_000 },
    { at: Date.now(), status: 404 },
  ])
  await recordCalls(gateway, other, [{ at: Date.now(), endpoint: 'token' }])
  const announcement = await createAnnouncement(sql, { endpoint: 'account' })
  expect(await listDeprecatedUses(id)).toMatchObject([
    { endpoint: 'account', calls: 3, announcement: { id: announcement } },
  ])
  expect(await listDeprecatedUses(other)).toEqual([])
  await withdraw(announcement)
  expect(await listDeprecatedUses(id)).toEqual([])
})

test.each(['no id', newId()])('%s is not found', async (unknown) => {
  expect(await findAnnouncement(unknown)).toBeNull()
})
