import { beforeEach, expect, test } from 'vitest'
import { changeAnnouncement, publishAnnouncement } from '@/lib/announcements/announcement'
import { mailAnnouncements } from '@/lib/announcements/mail-announcements'
import { findAnnouncement } from '@/lib/announcements/queries'
import { announcementChangeSchema, announcementSchema } from '@/lib/announcements/schema'
import { database } from '@/lib/database'
import { acceptTerms } from '@/lib/identity/accept-terms'
import { succeed } from '@/lib/result'
import { termsSchema } from '@/lib/terms/schema'
import { digestOf, publishTerms } from '@/lib/terms/terms'
import { languageShown, localised, textField } from '@/lib/translations'
import { saveRequirement } from '@/lib/validation/requirements'
import { requirementSchema } from '@/lib/validation/schema'
import { executeAs } from '@/scripts/launch/execute-as'
import { signUpDeveloper } from '@/test/developers'
import { createDeveloper, type Developer } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { testLocale } from '@/test/pseudo-locale'
import { createDraft } from '@/test/validation'

const own = withOwnDatabase()
const { owner: sql } = own
let administrator: Developer<'administrator'>

const from = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)
const typed = {
  kind: 'incident',
  audience: 'everyone',
  from,
  titleEn: 'Slow',
  titleFr: 'Lent',
  textEn: 'A.',
  textFr: 'B.',
}

beforeEach(async () => {
  await own.connectAs('portal')
  administrator = await createDeveloper({ role: 'administrator' })
})

const publish = (more: object = {}) =>
  succeed(
    executeAs(administrator, publishAnnouncement, { input: announcementSchema.parse({ ...typed, ...more }) }),
  )

test('people are e-mailed in their language, or in English where it has no text', async () => {
  const reader = await createDeveloper({ locale: testLocale })
  await publish({ titleQaa: 'Langsam', textQaa: '' })
  await own.connectAs('worker')
  await mailAnnouncements({ milliseconds: 10_000 })
  const [mail] = await readOutbox(reader.email)
  expect(mail?.props).toMatchObject({ title: 'Langsam', text: 'A.' })
})

test('what the previous version saves keeps the further texts', async () => {
  const id = await publish({ titleQaa: 'Langsam', textQaa: 'C.' })
  // As its Prisma writes the columns that it knows.
  await sql.query(`UPDATE announcement SET title_en = 'Slower', title_fr = 'Plus lent' WHERE id = $1`, [id])
  const saved = await findAnnouncement(id)
  if (!saved) throw new Error('The announcement is gone.')
  expect(['en', 'fr', testLocale].map((locale) => localised(saved, 'title', locale))).toEqual([
    'Slower',
    'Plus lent',
    'Langsam',
  ])
  expect(textField('text', testLocale, saved)).toMatchObject({
    name: 'textQaa',
    defaultValue: 'C.',
    required: false,
  })
  const change = announcementChangeSchema.parse({ ...typed, textQaa: '' })
  await succeed(executeAs(administrator, changeAnnouncement, { target: id, input: change }))
  expect((await findAnnouncement(id))?.translations).toEqual({})
})

test('an acceptance records the language of the text that was shown', async () => {
  const effectiveFrom = new Date().toISOString().slice(0, 10)
  const texts = { textEn: '# Terms', textFr: '# Conditions', effectiveFrom }
  for (const [textQaa, language] of [
    ['', 'en'],
    ['# Regeln', testLocale],
  ]) {
    const person = await signUpDeveloper()
    const input = termsSchema.parse({ ...texts, textQaa })
    const version = await succeed(executeAs(administrator, publishTerms, { input }))
    await succeed(executeAs(person.actor, acceptTerms, { input: { version, locale: testLocale } }))
    const where = { developerId: person.actor.id, version }
    const { locale, sha256 } = await database().termsAcceptance.findFirstOrThrow({ where })
    expect({ locale, sha256 }).toEqual({ locale: language, sha256: digestOf(textQaa || '# Terms') })
  }
})

test('a submission copies the texts of its documents in each language', async () => {
  const texts = { nameEn: 'Bank', nameFr: 'Banque', checklistEn: 'One', checklistFr: 'Un' }
  const required = { required: 'on', pdf: 'on', maxMegabytes: '2' }
  const more = { nameQaa: 'Geld', checklistQaa: 'Eins\nZwei' }
  const uneven = requirementSchema.safeParse({ ...texts, ...required, ...more })
  expect(uneven.error?.issues).toMatchObject([{ path: ['checklistQaa'], message: 'checklistUneven' }])
  const none = { ...texts, ...required, ...more, helpQaa: '', checklistQaa: '\n' }
  expect(requirementSchema.parse(none)).toMatchObject({ helpQaa: null, checklistQaa: null })
  const input = requirementSchema.parse({ ...texts, ...required, ...more, checklistQaa: 'Eins' })
  const { id } = await succeed(executeAs(administrator, saveRequirement, { input }))
  await createDraft(sql, { documents: false })
  const copy = await database().submissionRequirement.findFirstOrThrow({ where: { requirementId: id } })
  expect([localised(copy, 'name', testLocale), localised(copy, 'help', testLocale)]).toEqual(['Geld', ''])
  expect(localised(copy, 'checklist', testLocale)).toEqual(['Eins'])
  expect(languageShown(copy, 'help', testLocale)).toBe('en')
})

test('the database takes any language’s code, and nothing else', async () => {
  const { id } = await createDeveloper()
  const choose = (locale: string) => sql.query('UPDATE developer SET locale = $1 WHERE id = $2', [locale, id])
  for (const locale of ['pt', 'pt-AO', 'qaa']) await choose(locale)
  for (const locale of ['', 'Portuguese', 'pt;', 'p'])
    await expect(choose(locale)).rejects.toThrow('developer_locale_check')
})
