import { beforeEach, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { exportDeveloper } from '@/lib/lifecycle/export-developer'
import { openSupportView, supportMinutes } from '@/lib/lifecycle/support-view'
import { refused } from '@/lib/result'
import { loadPage } from '@/test/access/load-page'
import { type Person, type Scene, setScene } from '@/test/access/scene'
import { createTestAccount } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })
const reason = 'They asked why calls fail.'
let scene: Scene

beforeEach(async () => {
  scene = await setScene(sql)
})

const actorOf = ({ id }: Person) => ({ id, role: 'administrator' }) as const
const open = (id: string, who = scene.administrator) => openSupportView(id, { reason }, actorOf(who))
const load = (id: string, who = scene.administrator, query = {}) =>
  loadPage('(administration)/administration/applications/[id]/support/page', { id }, who.claims, query)
const account = (who: Person) => loadPage('(portal)/account/security/page', {}, who.claims)

async function call(applicationId: string) {
  await sql.query(
    `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, error_code, latency_ms, address, masked_msisdn)
     VALUES ($1, gen_random_uuid(), now(), 'account', 404, 'account_not_found', 3, '203.0.113.7', '221*******67')`,
    [applicationId],
  )
}

test('shows nothing before a reason is given, and then only to the administrator who gave it', async () => {
  const { applicationId } = scene.sandbox
  await call(applicationId)
  const closed = await load(applicationId)
  expect(closed).toContain('Open support view')
  expect(closed).not.toContain('account_not_found')
  expect(await open(applicationId)).toEqual({ ok: true, value: undefined })
  const shown = await load(applicationId)
  for (const text of ['Read only', reason, scene.sandbox.clientId, 'account_not_found'])
    expect(shown).toContain(text)
  const another = (await setScene(sql)).administrator
  expect(await load(applicationId, another)).not.toContain('account_not_found')
  for (const who of [scene.owner, scene.reviewer])
    await expect(load(applicationId, who)).rejects.toThrow(/404|403/)
})

test('has no form, no secret, no person and no subscriber in it', async () => {
  const { applicationId, clientSecret } = scene.sandbox
  const { email } = scene.member
  await createTestAccount(sql, applicationId, '999100000001')
  await call(applicationId)
  await open(applicationId)
  const request = /support\?request=([0-9a-f-]{36})#/.exec(await load(applicationId))?.[1]
  const page = await load(applicationId, scene.administrator, { request })
  const shown = /<main.*<\/main>/s.exec(page)?.[0] ?? ''
  for (const text of ['2 people', 'What happened', 'GET http']) expect(shown).toContain(text)
  expect(shown).not.toMatch(/<form|<button[^>]*type="submit"/)
  for (const hidden of [
    clientSecret,
    email,
    scene.owner.email,
    '203.0.113.7',
    '221*******67',
    '999100000001',
  ])
    expect(shown).not.toContain(hidden)
})

test('shows where the validation of a Production application is, without files', async () => {
  const { applicationId } = await scene.production()
  await open(applicationId)
  const shown = await load(applicationId)
  expect(shown).toContain('Validation')
  expect(shown).toContain('Submitted')
  expect(shown).not.toContain('/documents/')
})

test('ends after an hour, and not for an application that was deleted meanwhile', async () => {
  const { applicationId } = scene.sandbox
  await open(applicationId)
  setClock(new Date(Date.now() + (supportMinutes + 1) * 60_000))
  await sql.query(
    `UPDATE session SET last_seen_at = now() + interval '1 hour', confirmed_at = now() + interval '1 hour'`,
  )
  expect(await load(applicationId)).toContain('Open support view')
  setClock(null)
  await sql.query(`UPDATE application SET state = 'deleted' WHERE id = $1`, [applicationId])
  await expect(load(applicationId)).rejects.toThrow(/404/)
  for (const id of [applicationId, 'nonsense', scene.owner.id])
    expect(await open(id)).toEqual(refused('not_found'))
})

test('is seen by everyone on the team, with role and reason, and by no one else', async () => {
  const { applicationId } = scene.sandbox
  expect(await account(scene.owner)).not.toContain('Support looked at your pages')
  await open(applicationId)
  const seen = await account(scene.owner)
  for (const text of ['Support looked at your pages', reason, 'Administrator']) expect(seen).toContain(text)
  expect(seen).not.toContain(scene.administrator.email)
  expect(await account(scene.other)).not.toContain(reason)
  const { rows } = await sql.query(
    `SELECT actor_id, detail FROM audit_entry WHERE subject_id = $1 AND action = 'application.viewed_for_support'`,
    [applicationId],
  )
  expect(rows).toEqual([{ actor_id: scene.administrator.id, detail: { reason } }])
  let exported = ''
  for await (const piece of await exportDeveloper({ id: scene.owner.id, role: 'developer' }))
    exported += piece
  expect(JSON.parse(exported).supportViews).toMatchObject([{ applicationId, reason }])
})
