import { expect, test } from 'vitest'
import { database } from '@/lib/database'
import { loadPage } from '@/test/access/load-page'
import { withScene } from '@/test/access/scene'
import { createOrganisation } from '@/test/organisations'

const { owner: sql, scene } = withScene({ requirements: ['Tax registration', 'Signed terms'] })

async function load(query = {}) {
  const html = await loadPage('(portal)/applications/new/page', {}, scene.owner.claims, query)
  return { html, text: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') }
}

test('a new application chooses its environment, and the counter says when each opens', async () => {
  const { html, text } = await load()
  expect(html.match(/<input[^>]*name="environment"[^>]*>/g)).toHaveLength(2)
  expect(text).toMatch(/Open for calls ?Opens after the review/)
  expect(text).not.toContain('Taken over')
})

test('a promotion shows what is taken over as facts, and what Production needs next', async () => {
  const { applicationId } = scene.sandbox
  await sql.query(`UPDATE application SET description = 'Reads balances.' WHERE id = $1`, [applicationId])
  const { name } = await database().application.findUniqueOrThrow({ where: { id: applicationId } })
  const before = await load({ from: applicationId })
  expect(before.text).toMatch(new RegExp(`Name and purpose ${name} Reads balances\\. Edit`))
  expect(before.text).toMatch(/2 documents ?Tax registration and Signed terms/)
  expect(before.text).toMatch(/Review ?2 working days/)
  expect(before.html).toMatch(/<input[^>]*hidden=""[^>]*name="environment"[^>]*value="production"/)
  expect(before.html).not.toContain('name="organisationId"')
  const actor = { id: scene.owner.id, role: 'developer' } as const
  await createOrganisation(actor, { legalName: 'Harbour Ledger Ltd' })
  const { text } = await load({ from: applicationId })
  expect(text).toMatch(/Organisation Personal Edit/)
  expect(before.text).toMatch(/Organisation Personal Stays in the Sandbox/)
})
