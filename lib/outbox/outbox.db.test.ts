import { beforeAll, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { claimMail, recordFailure } from '@/lib/mail/delivery'
import { refused } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper, type Developer } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { canSendAgain, countOutbox, listOutbox, sendAgain } from './outbox'

const own = withOwnDatabase()
let administrator: Developer<'administrator'>

beforeAll(async () => {
  administrator = await createDeveloper({ role: 'administrator' })
})

const again = (target: string) => executeAs(administrator, sendAgain, { target })

async function mail(status: 'queued' | 'failed' | 'sent', to = `${newId()}@example.com`) {
  await database().$transaction((transaction) =>
    queueMail(transaction, { id: null, email: to, locale: 'en' }, 'password-changed', {}),
  )
  const { id } = await database().mailMessage.findFirstOrThrow({ where: { toAddress: to } })
  if (status !== 'queued')
    await own.owner.query(
      `UPDATE mail_message SET status = $2, attempts = 9, last_error = 'refused',
         props_ciphertext = CASE WHEN $2 = 'sent'::mail_status THEN NULL ELSE props_ciphertext END
       WHERE id = $1`,
      [id, status],
    )
  // The worker took it.
  await own.owner.query(`DELETE FROM graphile_worker._private_jobs`)
  return id
}

/** As if it had been written that long ago. */
async function age(id: string, interval: string) {
  await own.owner.query(
    `UPDATE mail_message SET created_at = created_at - $2::interval, next_attempt_at = next_attempt_at - $2::interval
     WHERE id = $1`,
    [id, interval],
  )
}

/** The keys and payloads of the queue's jobs, in the order in which they were queued. */
async function listJobs() {
  const { rows } = await own.owner.query('SELECT key, payload FROM graphile_worker._private_jobs ORDER BY id')
  return rows
}

test('a mail to many has a row and a job for each, in their language, and one to no one has none', async () => {
  const people = ['en', 'fr'].map((locale) => ({ id: null, email: `${newId()}@example.com`, locale }))
  await database().$transaction(async (transaction) => {
    const props = (locale: string) => ({ reason: locale === 'fr' ? 'Refusé' : 'Refused' })
    await queueMail(transaction, people, 'sign-up-rejected', props)
    await queueMail(transaction, [], 'sign-up-rejected', props)
  })
  const mails = await database().mailMessage.findMany({
    where: { toAddress: { in: people.map(({ email }) => email) } },
    orderBy: { id: 'asc' },
  })
  expect(await listJobs()).toEqual(mails.map(({ id }) => ({ key: `mail:${id}`, payload: { mailId: id } })))
  expect(await Promise.all(people.map(({ email }) => readOutbox(email)))).toMatchObject([
    [{ template: 'sign-up-rejected', locale: 'en', props: { reason: 'Refused' } }],
    [{ template: 'sign-up-rejected', locale: 'fr', props: { reason: 'Refusé' } }],
  ])
})

test('a failed mail gets another round, once, and that is recorded', async () => {
  const id = await mail('failed')
  const results = await Promise.all([1, 2, 3].map(() => again(id)))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(results).toContainEqual(refused('not_stuck'))
  expect(await listJobs()).toEqual([{ key: `mail:${id}`, payload: { mailId: id } }])
  expect(await database().mailMessage.findUnique({ where: { id } })).toMatchObject({
    status: 'queued',
    attempts: 0,
    lastError: null,
  })
  const rows = await database().auditEntry.findMany({ where: { subjectId: id } })
  expect(rows).toMatchObject([
    { action: 'mail.sent_again', actorId: administrator.id, detail: { template: 'password-changed' } },
  ])
})

test('a waiting one is left to the worker, until it has waited too long', async () => {
  const id = await mail('queued')
  const notStuck = refused('not_stuck')
  expect(await again(id)).toEqual(notStuck)
  // The database's clock decides, not this machine's.
  setClock(new Date(Date.now() + 11 * 60_000))
  expect(await again(id)).toEqual(notStuck)
  setClock(new Date(Date.now() - 11 * 60_000))
  await age(id, '11 minutes')
  expect((await again(id)).ok).toBe(true)
  expect(await listJobs()).toEqual([{ key: `mail:${id}`, payload: { mailId: id } }])
})

test('an old one that is being sent stays with the worker that sends it', async () => {
  const id = await mail('queued')
  await age(id, '11 minutes')
  const claimed = await claimMail(id)
  expect(claimed).toMatchObject({ id })
  const leased = await database().mailMessage.findUniqueOrThrow({ where: { id } })
  expect(canSendAgain(leased, new Date())).toBe(false)
  expect(await again(id)).toEqual(refused('not_stuck'))
  expect(await claimMail(id)).toBeNull()
  expect(await database().mailMessage.findUnique({ where: { id } })).toEqual(leased)
  expect(await database().auditEntry.count({ where: { subjectId: id } })).toBe(0)
})

test('one of last week that is sent again gets more than one attempt', async () => {
  const id = await mail('failed')
  await age(id, '7 days')
  expect((await again(id)).ok).toBe(true)
  const failure = { error: 'The relay is busy.', permanent: false }
  expect(await claimMail(id)).toMatchObject({ attempts: 1 })
  expect(await recordFailure({ id, attempts: 1 }, failure)).toBe('retry')
  await database().$executeRaw`
    UPDATE mail_message SET attempts = 99, next_attempt_at = now() WHERE id = ${id}::uuid`
  expect(await claimMail(id)).toMatchObject({ attempts: 100 })
  expect(await recordFailure({ id, attempts: 100 }, failure)).toBe('failed')
})

test('a sent one is refused', async () => {
  expect(await again(await mail('sent'))).toEqual(refused('not_stuck'))
})

test("the list shows addresses and errors, page by page, and never a mail's content", async () => {
  await database().$executeRaw`UPDATE mail_message SET status = 'queued'`
  const to = `${newId()}@example.com`
  const id = await mail('failed', to)
  const { rows } = await listOutbox({ status: 'failed' }, undefined, 10)
  expect(rows).toMatchObject([{ id, toAddress: to, lastError: 'refused', attempts: 9 }])
  expect(rows[0]).not.toHaveProperty('propsCiphertext')
  expect((await listOutbox({ to: to.toUpperCase() }, undefined, 10)).rows).toHaveLength(1)
  const first = await listOutbox({}, undefined, 2)
  expect(first).toMatchObject({ older: true, rows: [{ id }, {}] })
  const second = await listOutbox({}, first.rows[1]?.id, 2)
  expect(second.rows.map((row) => row.id)).not.toContain(id)
  const counts = await countOutbox()
  expect(counts).toMatchObject({ failed: 1, sent: 0 })
  expect(counts.oldestQueued).toBeInstanceOf(Date)
})

test('mails are found by a part of their subject, once they have one', async () => {
  const id = await mail('sent')
  const other = await mail('sent')
  for (const [each, subject] of [
    [id, '100% of Shop_1 approved'],
    [other, '100 of Shop21 approved'],
  ])
    await own.owner.query('UPDATE mail_message SET subject = $2 WHERE id = $1', [each, subject])
  const find = async (subject: string) =>
    (await listOutbox({ subject }, undefined, 9)).rows.map((row) => row.id)
  expect(await find('SHOP_1')).toEqual([id])
  expect(await find('100%')).toEqual([id])
  expect((await find('approved')).sort()).toEqual([id, other].sort())
  expect(await find('nothing of the kind')).toEqual([])
})
