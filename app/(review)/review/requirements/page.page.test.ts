import { beforeAll, expect, test } from 'vitest'
import { database } from '@/lib/database'
import type { SessionClaims } from '@/lib/identity/session'
import { loadPage } from '@/test/access/load-page'
import { openSession } from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'

const { owner: sql } = withOwnDatabase({ requirements: true })
let claims: SessionClaims

beforeAll(async () => {
  const { id } = await createDeveloper({ role: 'administrator', factor: true }, sql)
  claims = await openSession(id, { confirmedAt: new Date() })
})

test('each document is a row that leads to its form, with who provides it and the acts on it', async () => {
  await sql.query(`UPDATE requirement SET required = false WHERE name_en = 'Tax registration'`)
  const html = await loadPage('(review)/review/requirements/page', {}, claims)
  for (const { id } of await database().requirement.findMany())
    expect(html).toContain(`href="/review/requirements/${id}"`)
  expect(html).toMatch(/Tax registration.*Organisations.*optional.*aria-label="Retire Tax registration"/s)
  // The first cannot go up, nor the last down.
  expect(html).not.toContain('Move Company registration up')
  expect(html).toContain('Move Company registration down')
})

test('each saved reply is a row with its text in the language of the reader', async () => {
  const html = await loadPage('(review)/review/templates/page', {}, claims)
  const [first] = await database().reasonTemplate.findMany()
  expect(html).toContain(`href="/review/templates/${first?.id}"`)
  expect(html).toContain(first?.textEn)
  expect(html).not.toContain(first?.textFr)
  expect(html).toContain(`aria-label="Remove ${first?.labelEn}"`)
})
