import { beforeEach, describe, expect, test } from 'vitest'
import { type Owner, systemActor } from '@/lib/audit/schema'
import { execute } from '@/lib/commands/execute'
import { database } from '@/lib/database'
import { acceptTerms } from '@/lib/identity/accept-terms'
import { activateDeveloper, requestActivation } from '@/lib/identity/activation'
import type { ActivationInput } from '@/lib/identity/schema'
import { findSession } from '@/lib/identity/session'
import { done, refused, succeed } from '@/lib/result'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { deleteAccount, goodPassword, signUpDeveloper, someEmail, stranger } from '@/test/developers'
import { readExport } from '@/test/export'
import { createDeveloper } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { publishNow, withdrawTerms } from '@/test/terms'
import { readAudit } from '@/test/validation'
import {
  findAcceptedBefore,
  findCurrentTerms,
  findCurrentVersion,
  findTerms,
  listTerms,
  listUnaccepting,
} from './queries'
import { type Acceptance, termsSchema } from './schema'
import { digestOf, publishTerms, remindUnaccepting } from './terms'

const own = withOwnDatabase()
const { owner: sql } = own

beforeEach(async () => {
  await withdrawTerms(sql)
  await sql.query('DELETE FROM mail_message')
})

const today = () => new Date().toISOString().slice(0, 10)
const input = (change: object = {}) =>
  termsSchema.parse({
    textEn: '# Terms',
    textFr: '# Conditions',
    effectiveFrom: today(),
    ...change,
  })
const accept = ({ actor }: { actor: Owner }, input: Acceptance) => executeAs(actor, acceptTerms, { input })
const administrator = () => createDeveloper({ role: 'administrator' })
const awaitsTerms = async (who: Awaited<ReturnType<typeof signUpDeveloper>>) =>
  (await findSession(who.session))?.awaitsTerms

describe('publishing', () => {
  test('gives versions from 1, in force from their day, each with its audit row', async () => {
    const by = await administrator()
    expect(await findCurrentTerms()).toBeNull()
    expect(await executeAs(by, publishTerms, { input: input() })).toEqual({ ok: true, value: 1 })
    expect(
      await executeAs(by, publishTerms, { input: input({ textEn: 'Later', effectiveFrom: '2199-01-01' }) }),
    ).toEqual({
      ok: true,
      value: 2,
    })
    expect(await findCurrentTerms()).toMatchObject({ version: 1, textFr: '# Conditions' })
    expect(await findCurrentVersion()).toBe(1)
    expect((await findTerms(2))?.textEn).toBe('Later')
    expect((await listTerms()).map(({ version }) => version)).toEqual([2, 1])
    expect(await readAudit(sql, '2')).toContain('terms.published')
    const [entry] = await database().auditEntry.findMany({
      where: { action: 'terms.published', subjectId: '1' },
    })
    expect(entry?.detail).toMatchObject({ version: 1, effectiveFrom: today(), sha256En: digestOf('# Terms') })
  })

  test('refuses a day in the past, by the clock of the database', async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    expect(
      await executeAs(await administrator(), publishTerms, { input: input({ effectiveFrom: yesterday }) }),
    ).toEqual(refused('past'))
    expect(await listTerms()).toEqual([])
    await expect(
      sql.query(
        `INSERT INTO terms_version (version, text_en, text_fr, effective_from) VALUES (9, 'a', 'b', '2020-01-01')`,
      ),
    ).rejects.toThrow('terms_version_not_past')
  })

  test('only the first may be of the past, and only the system publishes it so', async () => {
    const past = { ...input(), effectiveFrom: new Date('2020-01-01') }
    expect(await execute(publishTerms, { actor: systemActor, input: past })).toEqual(done(1))
    expect((await findCurrentTerms())?.effectiveFrom).toEqual(past.effectiveFrom)
    expect(await execute(publishTerms, { actor: systemActor, input: past })).toEqual(refused('past'))
  })

  test('numbers versions without gaps, also those that are published at once', async () => {
    const by = await administrator()
    const numbers = await Promise.all(
      [1, 2, 3].map(() => succeed(executeAs(by, publishTerms, { input: input() }))),
    )
    expect(numbers.sort()).toEqual([1, 2, 3])
  })

  test('is for good: not even the owner of the database changes a version by mistake', async () => {
    await executeAs(await administrator(), publishTerms, { input: input() })
    await expect(sql.query(`UPDATE terms_version SET text_en = 'x'`)).rejects.toThrow('do not change')
    await expect(sql.query('DELETE FROM terms_version')).rejects.toThrow('do not change')
  })
})

describe('accepting', () => {
  test('is asked of developers only, and again for each version', async () => {
    const who = await signUpDeveloper()
    expect(await awaitsTerms(who)).toBe(false)
    await publishNow(sql)
    expect(await awaitsTerms(who)).toBe(true)
    await sql.query(`UPDATE developer SET role = 'reviewer' WHERE id = $1`, [who.id])
    expect(await awaitsTerms(who)).toBe(false)
    await sql.query(`UPDATE developer SET role = 'developer' WHERE id = $1`, [who.id])
    expect(await accept(who, { version: 1, locale: 'fr' })).toMatchObject({ ok: true })
    expect(await awaitsTerms(who)).toBe(false)
    expect(await findAcceptedBefore(who.id, 1)).toBeNull()
    await publishNow(sql, '# Terms 2')
    expect(await awaitsTerms(who)).toBe(true)
    expect((await findAcceptedBefore(who.id, 2))?.version).toBe(1)
  })

  test('is recorded once, with version, language and the digest of what was shown, and gets one receipt', async () => {
    const who = await signUpDeveloper()
    await publishNow(sql, '# Terms', '# Conditions é')
    const results = await Promise.all([1, 2, 3].map(() => accept(who, { version: 1, locale: 'fr' })))
    expect(results.every(({ ok }) => ok)).toBe(true)
    const rows = await database().auditEntry.findMany({
      where: { action: 'terms.accepted', actorId: who.id },
    })
    expect(rows.map(({ detail }) => detail)).toEqual([
      { version: 1, language: 'fr', sha256: digestOf('# Conditions é') },
    ])
    const mails = (await readOutbox(who.email)).filter(({ template }) => template === 'terms-accepted')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.props).toMatchObject({ version: 1, sha256: digestOf('# Conditions é') })
  })

  test('a version that is no longer, or not yet, in force is refused', async () => {
    const who = await signUpDeveloper()
    expect(await accept(who, { version: 1, locale: 'en' })).toEqual(refused('newer'))
    await publishNow(sql)
    await publishNow(sql)
    await executeAs(await administrator(), publishTerms, { input: input({ effectiveFrom: '2199-01-01' }) })
    for (const version of [1, 3])
      expect(await accept(who, { version, locale: 'en' })).toEqual(refused('newer'))
    expect(await database().termsAcceptance.count()).toBe(0)
  })
})

describe('activation', () => {
  async function link(email: string) {
    await executeAs(stranger, requestActivation, { input: { email, locale: 'fr' } })
    return lastLink(email)
  }

  const activate = (input: ActivationInput) => executeAs(stranger, activateDeveloper, { input })

  test('accepts the version that the form showed, and asks again for a newer one', async () => {
    const email = someEmail()
    const form = { link: await link(email), password: goodPassword }
    await publishNow(sql)
    const terms = { terms: 'on', termsVersion: 1, termsLocale: 'fr' } as const
    expect(await activate({ ...form, password: 'short' })).toEqual({
      ok: false,
      reason: 'terms_newer',
      weakness: 'password_too_short',
    })
    expect(await activate({ ...form, ...terms, terms: undefined })).toEqual({
      ok: false,
      reason: 'terms_required',
      weakness: null,
    })
    await publishNow(sql)
    expect(await activate({ ...form, ...terms })).toEqual({
      ok: false,
      reason: 'terms_newer',
      weakness: null,
    })
    const activated = await succeed(activate({ ...form, ...terms, termsVersion: 2 }))
    expect((await findSession(activated))?.awaitsTerms).toBe(false)
    const [entry] = await database().auditEntry.findMany({
      where: { action: 'terms.accepted', actorId: activated.developerId },
    })
    expect(entry?.detail).toMatchObject({ version: 2, language: 'fr' })
  })

  test('of a reviewer asks for nothing', async () => {
    const email = someEmail()
    const form = { link: await link(email), password: goodPassword }
    await sql.query(`UPDATE developer SET role = 'reviewer' WHERE email = $1`, [email])
    await publishNow(sql)
    expect((await activate(form)).ok).toBe(true)
    expect(await database().termsAcceptance.count()).toBe(0)
  })
})

describe('reminders', () => {
  test('go to developers who have not accepted, once in a week however often they are sent', async () => {
    const by = await administrator()
    expect(await executeAs(by, remindUnaccepting)).toEqual(refused('none_in_force'))
    await sql.query(`UPDATE developer SET suspended_at = now() WHERE role = 'developer'`)
    await publishNow(sql)
    const late = await signUpDeveloper()
    const done = await signUpDeveloper()
    await createDeveloper({ activated: false })
    await createDeveloper({ role: 'reviewer' })
    await accept(done, { version: 1, locale: 'en' })
    expect((await listUnaccepting(1, 10)).rows.map(({ id }) => id)).toEqual([late.id])
    const sent = await Promise.all([1, 2, 3].map(() => executeAs(by, remindUnaccepting)))
    expect(sent.map((each) => (each.ok ? each.value : 0)).sort()).toEqual([0, 0, 1])
    const reminders = () => database().mailMessage.count({ where: { template: 'terms-reminder' } })
    expect(await reminders()).toBe(1)
    expect((await listUnaccepting(1, 10)).rows[0]?.remindedAt).toBeInstanceOf(Date)
    await sql.query(`UPDATE terms_reminder SET sent_at = now() - interval '7 days'`)
    expect(await executeAs(by, remindUnaccepting)).toEqual({ ok: true, value: 1 })
    expect(await reminders()).toBe(2)
    expect(await readAudit(sql, '1')).toEqual(expect.arrayContaining(['terms.reminded']))
  })

  test('the list has pages', async () => {
    await publishNow(sql)
    await signUpDeveloper()
    await signUpDeveloper()
    const first = await listUnaccepting(1, 1)
    expect(first.more).toBe(true)
    const second = await listUnaccepting(1, 1, first.rows[0]?.id)
    expect(second.rows[0]?.id).not.toBe(first.rows[0]?.id)
  })
})

test('a person’s acceptances are in their export, and go with their account; the record stays', async () => {
  const who = await signUpDeveloper()
  await publishNow(sql)
  await accept(who, { version: 1, locale: 'en' })
  expect((await readExport(who.actor)).parsed.terms.accepted).toMatchObject([
    { version: 1, locale: 'en', sha256: digestOf('# Terms') },
  ])
  expect(await deleteAccount(who.actor)).toMatchObject({ ok: true })
  expect(await database().termsAcceptance.count({ where: { developerId: who.id } })).toBe(0)
  expect(await database().auditEntry.count({ where: { action: 'terms.accepted', actorId: who.id } })).toBe(1)
})

test('gateways know nothing of terms', async () => {
  await own.connectAs('gateway')
  await expect(findCurrentTerms()).rejects.toThrow(/permission denied/)
  await own.connectAs('portal')
})
