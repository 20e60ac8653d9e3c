import { expect, test } from 'vitest'
import { loadPage } from '@/test/access/load-page'
import { openSession } from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'

withOwnDatabase()

test('the account has four sections, each named and linked from the list of them', async () => {
  const { id } = await createDeveloper()
  const html = await loadPage('(portal)/account/page', {}, await openSession(id))
  const ids = [...html.matchAll(/<section id="([\w-]+)" aria-labelledby="\1-title"/g)].map(
    (match) => match[1],
  )
  expect(ids).toEqual(['profile', 'security', 'notifications', 'data'])
  for (const section of ids) {
    expect(html).toContain(`href="#${section}"`)
    expect(html).toMatch(new RegExp(`<h2 id="${section}-title"[^>]*>\\w`))
  }
})
