import { expect, test } from 'vitest'
import { createAccessKey } from '@/lib/access-keys/access-key'
import { executeAs } from '@/scripts/launch/execute-as'
import { loadPage } from '@/test/access/load-page'
import { openSession } from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { accountPages } from './pages'

withOwnDatabase()

test.each(Object.values(accountPages))('%s links the account’s four pages and marks itself', async (path) => {
  const { id } = await createDeveloper()
  const html = await loadPage(`(portal)${path}/page`, {}, await openSession(id))
  const [list = ''] = /<nav aria-label="Pages of your account".*?<\/nav>/s.exec(html) ?? []
  for (const each of Object.values(accountPages)) expect(list).toContain(`href="${each}"`)
  expect(
    list.match(/aria-current="page"[^>]*href="([^"]+)"|href="([^"]+)"[^>]*aria-current/)?.slice(1),
  ).toContain(path)
  expect(html).toMatch(/<h1[^>]*>Account<\/h1>/)
})

test.each([
  ['security', 'You sign in with a password only. Add a passkey.'],
  ['keys', 'Create key'],
  ['data', 'Download'],
])('the page %s has what it is for', async (page, text) => {
  const { id } = await createDeveloper()
  expect(await loadPage(`(portal)/account/${page}/page`, {}, await openSession(id))).toContain(text)
})

test.each([
  ['en', 'Used for this site and for e-mails.'],
  ['fr', 'This browser shows English now.'],
])('the language of an account in %s, on an English page, says where it is used', async (locale, note) => {
  const { id } = await createDeveloper({ locale })
  expect(await loadPage('(portal)/account/page', {}, await openSession(id))).toContain(note)
})

test('the form for a personal access key stands alone while there is none, then folds into a row', async () => {
  const { id } = await createDeveloper()
  const form = async () =>
    /(<details[^>]*>(?=<summary[^>]*><h3[^>]*>New key).*)?name="keyName"/s.exec(
      await loadPage('(portal)/account/keys/page', {}, await openSession(id)),
    )?.[0]
  expect(await form()).toBe('name="keyName"')
  await executeAs({ id, role: 'developer' }, createAccessKey, {
    input: { keyName: 'Reports', days: 30, permission: 'read' },
  })
  expect(await form()).toMatch(/^<details(?![^>]*open)/)
})

test('deleting the account says what goes with it, where a copy is, and nothing of what is not there', async () => {
  const { id } = await createDeveloper()
  const html = await loadPage('(portal)/account/delete/page', {}, await openSession(id))
  const rows = [...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, name]) => name)
  expect(rows).toEqual(['Applications', 'Your sign-in', 'Your activity', 'Your data'])
  expect(html).toContain('No application will be deleted.')
  expect(html).toContain('href="/account/export"')
})
