import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { getLegalLinks } from '@/app/_request/branding'
import { loadPage } from '@/test/access/load-page'
import { asCaller, callAction } from '@/test/access/next-request'
import { withScene } from '@/test/access/scene'
import { createAnnouncement } from '@/test/factories'
import { recordCalls } from '@/test/metered-calls'
import { publishNow, withdrawTerms } from '@/test/terms'
import { GET as exportData } from './account/export/route'

const {
  owner: sql,
  gateway,
  scene,
} = withScene({ requirements: ['Tax registration', 'Signed terms'], each: true })
const pages = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('page.tsx'))
  .map((file) => join('(portal)', file).replace(/\.tsx$/, ''))
/**
 * The pages open to someone who has yet to accept the terms, or waits for an approval; a search finds them no
 * objects, and a certificate is open to strangers.
 */
const open = /^\(portal\)\/(account|approval|certificate|search)\//

beforeEach(async () => {
  await withdrawTerms(sql)
})

const load = (file: string, claims = scene.owner.claims) =>
  loadPage(file, { id: scene.sandbox.applicationId, msisdn: '221770000001' }, claims)

/** Where a page redirects to. */
async function leadOf(file: string, who = scene.owner): Promise<string> {
  const failure = await load(file, who.claims).catch((error: { digest?: string }) => error)
  return typeof failure === 'string' ? 'shown' : String(failure.digest).split(';').slice(0, 3).join(' ')
}

describe.each([
  ['has not accepted the terms', '/terms/accept', () => publishNow(sql)],
  [
    'awaits approval',
    '/approval',
    () => sql.query(`UPDATE developer SET approval = 'waiting' WHERE id = $1`, [scene.owner.id]),
  ],
])('a developer who %s', (_what, path, keepOut) => {
  test('is redirected from every private page except their account', async () => {
    await keepOut()
    expect(pages.length).toBeGreaterThan(15)
    for (const file of pages.filter((each) => !open.test(each)))
      expect(await leadOf(file), file).toMatch(new RegExp(`^NEXT_REDIRECT replace ${path}(\\?|$)`))
    for (const file of ['(portal)/account/page', '(portal)/account/delete/page'])
      expect(await leadOf(file), file).toBe('shown')
  })

  test('can export their data, and sign out', async () => {
    await keepOut()
    expect((await asCaller(scene.owner.claims, () => exportData())).status).toBe(200)
    const { redirect } = await callAction(scene.owner, 'app/_request/sign-out.ts signOut', [])
    expect(redirect).not.toMatch(path)
  })
})

test('reviewers and administrators are exempt from terms', async () => {
  await publishNow(sql)
  for (const who of [scene.reviewer, scene.administrator])
    expect(await leadOf('(portal)/applications/page', who)).not.toContain('terms')
})

test('while terms are published, "Terms URL" is ignored', async () => {
  await sql.query(
    `INSERT INTO branding (product_name, accent_colour, terms_url, privacy_url, updated_at)
     VALUES ('Teranga Pay', '#7a1fa2', 'https://teranga.example/terms', '/privacy', now())`,
  )
  expect(await getLegalLinks()).toMatchObject({
    termsUrl: 'https://teranga.example/terms',
    privacyUrl: '/privacy',
  })
  await publishNow(sql)
  expect(await getLegalLinks()).toMatchObject({ termsUrl: '/terms', privacyUrl: '/privacy' })
})

test.each(['page', 'traffic/page'])(
  'an application’s %s says how often it still calls a deprecated endpoint',
  async (page) => {
    const file = `(portal)/applications/[id]/${page}`
    const id = await createAnnouncement(sql, { endpoint: 'account', sunset: '2030-03-31' })
    // The banner above the page has a link to it, too.
    expect(/<main.*/s.exec(await load(file))?.[0]).not.toContain(`/announcements/${id}`)
    const { applicationId } = scene.sandbox
    await recordCalls(gateway, applicationId, [{ at: Date.now() }, { at: Date.now(), status: 404 }])
    const html = await load(file)
    expect(html).toContain('was called 2 times in the last 30 days')
    expect(html).toContain('2030')
    expect(html).toContain(`href="/announcements/${id}"`)
    await sql.query('UPDATE announcement SET withdrawn_at = now() WHERE id = $1', [id])
  },
)
