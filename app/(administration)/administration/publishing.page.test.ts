import { beforeAll, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { loadPage } from '@/test/access/load-page'
import { callAction } from '@/test/access/next-request'
import { type Scene, setScene } from '@/test/access/scene'
import { formOf } from '@/test/forms'
import { withOwnDatabase } from '@/test/own-database'

const { owner: sql } = withOwnDatabase()
const administration = 'app/(administration)/administration'
let scene: Scene

beforeAll(async () => {
  scene = await setScene(sql)
})

const announcement = {
  id: newId(),
  kind: 'maintenance',
  audience: 'everyone',
  from: new Date().toISOString().slice(0, 16),
  titleEn: 'New servers',
  titleFr: 'Nouveaux serveurs',
  textEn: 'A pause.',
  textFr: 'Une pause.',
}
const terms = {
  requestKey: newId(),
  textEn: 'You pay **7** francs.',
  textFr: 'Vous payez **7** francs.',
  effectiveFrom: '2199-01-01',
}

test.each([
  [
    'announcements',
    announcement,
    [/Nouveaux serveurs/, /Une pause\./, /lang="fr"(?:(?!<\/section>).)*Depuis le \d/],
    'announcement',
  ],
  ['terms', terms, [/You pay <strong>7<\/strong>/, /Vous payez <strong>7<\/strong>/], 'terms_version'],
] as const)(
  '%s are previewed in both languages with the number of people, then published and undone',
  async (page, fields, texts, table) => {
    const form = formOf(fields)
    const call = (name: string, ...given: unknown[]) =>
      callAction(scene.administrator, `${administration}/${page}/actions.ts ${name}`, [...given, {}, form])
    const count = async () => (await sql.query(`SELECT FROM ${table}`)).rowCount
    const findShown = async () =>
      (await sql.query('SELECT id FROM pending_act ORDER BY expires_at DESC')).rows[0].id
    const show = (file: string, query = {}) =>
      loadPage(`(administration)/administration/${page}/${file}`, {}, scene.administrator.claims, query)

    expect((await call('previewDraft')).redirect).toBe(`/administration/${page}/preview`)
    expect(await count()).toBe(0)
    const preview = await show('preview/page')
    for (const text of texts) expect(preview).toMatch(text)
    expect(preview).toMatch(/<span aria-hidden="true">(?:(?!<\/button>).)*\d+ (person|people)/)
    expect(await show('page', { edit: '1' })).toContain(fields.textFr)

    // Meanwhile another tab previews the same form.
    const shown = await findShown()
    await call('previewDraft')
    expect((await call('publishPreviewed', shown)).answer).toMatchObject({
      error: expect.stringMatching(/^This changed/),
    })
    expect(await count()).toBe(0)
    await call('publishPreviewed', await findShown())
    expect(await count()).toBe(1)
    expect(await show('page')).toMatch(/Published\..*Undo</s)
    const { redirect } = await call('undoPublished', page === 'terms' ? terms.requestKey : announcement.id)
    expect(redirect).toContain('done=undone')
    expect(await count()).toBe(0)
  },
)
