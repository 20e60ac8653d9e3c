import { beforeEach, expect, test } from 'vitest'
import { searchDevelopers } from '@/lib/developers/directory'
import { loadPage } from '@/test/access/load-page'
import { withScene } from '@/test/access/scene'
import { createOrganisation } from '@/test/organisations'
import { addToTeam, createShop } from '@/test/team'

const { owner: sql, scene } = withScene({ requirements: ['Tax registration', 'Signed terms'], each: true })
let id: string
const administration = '(administration)/administration'
const load = (page = 'organisations', of = id) =>
  loadPage(`${administration}/${page}/[id]/page`, { id: of }, scene.administrator.claims)

beforeEach(async () => {
  id = await createOrganisation(scene.owner)
})

test('the list of people counts the applications that a person’s page has, with those of their organisation', async () => {
  const owner = { id: scene.owner.id, email: '', role: 'developer' } as const
  await createShop(owner, { organisationId: id })
  const gone = await createShop(owner, { organisationId: id })
  await sql.query(`UPDATE application SET state = 'deleted', organisation_id = NULL WHERE id = $1`, [gone])
  for (const { id: person } of [scene.owner, await addToTeam(id, owner, 'member')]) {
    const links = (await load('developers', person)).match(/href="\/administration\/applications\//g)
    const { rows } = await searchDevelopers({ text: person }, undefined, 1)
    expect(rows).toMatchObject([{ applications: links?.length }])
  }
})

test('a person’s page leads to their organisations, and the list says when they were last seen', async () => {
  const page = await load('developers', scene.owner.id)
  expect(page).toMatch(new RegExp(`href="/administration/organisations/${id}"[^>]*>Kolo SA</a>.*Owner`, 's'))
  expect(page).toMatch(/Cannot be undone.*Erase this person/s)
  const seen = new Date(Date.now() - 2 * 3_600_000)
  await sql.query('UPDATE session SET last_seen_at = $2 WHERE developer_id = $1', [scene.owner.id, seen])
  const { claims } = scene.administrator
  const query = { text: scene.owner.id }
  expect(await loadPage(`${administration}/developers/page`, {}, claims, query)).toContain('2 hours ago')
})

test('an organisation’s page and those of its applications offer to appoint an owner once none can act', async () => {
  const owner = { id: scene.owner.id, email: '', role: 'developer' } as const
  const member = await addToTeam(id, owner, 'member')
  const till = await createShop(owner, { organisationId: id })
  const single = await addToTeam(till, owner, 'member')
  const shown = await load()
  for (const text of ['Kolo SA', member.email, `href="/administration/applications/${till}"`])
    expect(shown).toContain(text)
  for (const html of [shown, await load('applications', till)]) expect(html).not.toContain('Appoint an owner')

  await sql.query('UPDATE developer SET suspended_at = now() WHERE id = $1', [owner.id])
  expect(await load()).toContain(`<option value="${member.id}"`)
  const application = await load('applications', till)
  expect(application).toContain(`<option value="${single.id}"`)
  expect(application).toContain(`href="/administration/organisations/${id}"`)
})
