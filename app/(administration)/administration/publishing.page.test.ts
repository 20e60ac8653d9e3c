import { expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { withRequestContext } from '@/lib/request-context'
import { loadPage } from '@/test/access/load-page'
import { callAction } from '@/test/access/next-request'
import { withScene } from '@/test/access/scene'
import { formOf } from '@/test/forms'

const { owner: sql, scene } = withScene()
const administration = 'app/(administration)/administration'

const announcement = {
  kind: 'maintenance',
  audience: 'everyone',
  // As its field writes it.
  from: new Date().toISOString().slice(0, 16).replace('T', ' '),
  titleEn: 'New servers',
  titleFr: 'Nouveaux serveurs',
  textEn: 'A pause.',
  textFr: 'Une pause.',
}
const terms = {
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
  '%s are previewed in their form, in each language, with the number of people, then published',
  async (page, fields, texts, table) => {
    const count = async () => (await sql.query(`SELECT FROM ${table}`)).rowCount
    const file = `(administration)/administration/${page}/page`
    const open = async () => /<details[^>]* open/.test(await loadPage(file, {}, scene.administrator.claims))
    /** What comes of it, and the page that answers in the same request. */
    const post = (intent: string, more = {}) =>
      withRequestContext(newId(), async () => {
        const form = formOf({ ...fields, intent, ...more })
        const { administrator } = scene
        const name = `${administration}/${page}/actions.ts publishDraft`
        const outcome = await callAction(administrator, name, [{}, form])
        return { ...outcome, html: await loadPage(file, {}, administrator.claims) }
      })
    const hidden = /<div hidden="">/

    expect(await open()).toBe(true)
    const wrong = await post('', { textFr: '' })
    expect(wrong.answer).toMatchObject({ errors: { textFr: expect.any(String) } })
    expect(wrong.html).not.toMatch(hidden)
    const preview = await post('')
    expect(preview.answer).toEqual({ values: { ...fields, intent: '' } })
    for (const text of [...texts, hidden]) expect(preview.html).toMatch(text)
    expect(preview.html).toMatch(/<span aria-hidden="true">(?:(?!<\/button>).)*\d+ (person|people)/)
    const back = await post('back')
    expect(back.answer).toEqual({ values: { ...fields, intent: 'back' } })
    expect(back.html).not.toMatch(hidden)
    expect(await count()).toBe(0)
    expect((await post('publish')).redirect).toContain('done=published')
    expect(await count()).toBe(1)
    expect(await open()).toBe(false)
  },
)

test('the terms in force come with how many accepted them, and by name who did not', async () => {
  const day = new Date().toISOString().slice(0, 10)
  const { administrator, owner } = scene
  const show = () => loadPage('(administration)/administration/terms/page', {}, administrator.claims)
  expect(await show()).not.toContain('is in force.')
  const name = `${administration}/terms/actions.ts publishDraft`
  const form = formOf({ ...terms, effectiveFrom: day, intent: 'publish' })
  await callAction(administrator, name, [{}, form])
  await sql.query(`UPDATE developer SET display_name = 'Ama Mensah' WHERE id = $1`, [owner.id])
  const html = await show()
  expect(html).toMatch(/Version \d+ is in force\..*Accepted by 0 of [1-9]/)
  expect(html).toContain('Ama Mensah')
})

test('the form of an invitation is folded away', async () => {
  const html = await loadPage('(administration)/administration/roles/page', {}, scene.administrator.claims)
  expect(html).toMatch(/<details class[^>]*>(?:(?!<\/details>).)*name="role"/)
  expect(html).not.toMatch(/<details[^>]* open/)
})

test('an announcement has the fields of other languages folded away, and times as in ISO 8601', async () => {
  const html = await loadPage(
    '(administration)/administration/announcements/page',
    {},
    scene.administrator.claims,
  )
  const folded = /<details class="group\/fold">(?:(?!<\/details>).)*name="(\w+)"/g
  expect([...html.matchAll(folded)].map(([, name]) => name)).toEqual(['textPt', 'textQaa'])
  expect(html).toMatch(/<input[^>]*name="from"[^>]*value="\d{4}-\d\d-\d\d \d\d:\d\d"/)
})

test('a preset colour is put into its field, also where another one is wrong', async () => {
  const name = `${administration}/branding/actions.ts saveBrandingForm`
  for (const productName of ['Pay', '']) {
    const form = formOf({ productName, accentColour: '#000000', preset: '#7a1fa2' })
    const { answer } = await callAction(scene.administrator, name, [{}, form])
    expect(answer).toMatchObject({ values: { accentColour: '#7a1fa2' } })
  }
})

test('the branding is previewed without a script, which saves nothing', async () => {
  const name = `${administration}/branding/actions.ts saveBrandingForm`
  const form = formOf({ productName: 'Kora', accentColour: '#7a1fa2', intent: 'preview' })
  const { answer } = await callAction(scene.administrator, name, [{}, form])
  expect(answer).toMatchObject({ value: { logo: null }, values: { productName: 'Kora' } })
  expect((await sql.query('SELECT FROM branding')).rowCount).toBe(0)
})
