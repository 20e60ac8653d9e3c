import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { openForSupport, supportMinutes } from '@/lib/lifecycle/support-view'
import { refused } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { loadPage } from '@/test/access/load-page'
import { type Person, setScene, withScene } from '@/test/access/scene'
import { readExport } from '@/test/export'

const { owner: sql, scene } = withScene({ requirements: ['Tax registration', 'Signed terms'], each: true })
const reason = 'They asked why calls fail.'
let request: string

beforeEach(async () => {
  request = randomUUID()
  await sql.query(
    `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, error_code, latency_ms, address, masked_msisdn)
     VALUES ($1, $2, now(), 'account', 404, 'account_not_found', 3, '203.0.113.7', '221*******67')`,
    [scene.sandbox.applicationId, request],
  )
})

const actorOf = ({ id }: Person) => ({ id, role: 'administrator' }) as const
const open = (id = scene.sandbox.applicationId, requestId = request) =>
  executeAs(actorOf(scene.administrator), openForSupport, {
    target: id,
    input: { ...{ reason }, requestId: requestId },
  })
const load = (who = scene.administrator, id = scene.sandbox.applicationId) =>
  loadPage(
    '(administration)/administration/applications/[id]/requests/[requestId]/page',
    { id, requestId: request },
    who.claims,
  )
const account = (who: Person) => loadPage('(portal)/account/security/page', {}, who.claims)

test('the page of the application leads to the request that was named', async () => {
  const { applicationId } = scene.sandbox
  const page = '(administration)/administration/applications/[id]/page'
  const { claims } = scene.administrator
  expect(await loadPage(page, { id: applicationId }, claims)).toContain('name="request"')
  const path = `/administration/applications/${applicationId}/requests/${request}`
  await expect(loadPage(page, { id: applicationId }, claims, { request })).rejects.toMatchObject({
    digest: expect.stringContaining(path),
  })
})

test('a request is shown after a reason, to the administrator who gave it, without people and numbers', async () => {
  expect(await load()).not.toContain('account_not_found')
  expect(await open()).toEqual({ ok: true, value: undefined })
  const shown = /<main.*<\/main>/s.exec(await load())?.[0] ?? ''
  for (const text of [reason, 'account_not_found', 'GET http']) expect(shown).toContain(text)
  expect(shown).not.toMatch(/<form|<button[^>]*type="submit"/)
  for (const hidden of [scene.owner.email, '203.0.113.7', '221*******67']) expect(shown).not.toContain(hidden)
  expect(await load((await setScene(sql)).administrator)).not.toContain('account_not_found')
  for (const who of [scene.owner, scene.reviewer]) await expect(load(who)).rejects.toThrow(/404|403/)
  await expect(load(scene.administrator, (await scene.production()).applicationId)).rejects.toThrow(/404/)
})

test('it closes after an hour, and cannot be opened once the application is deleted', async () => {
  const { applicationId } = scene.sandbox
  await open()
  setClock(new Date(Date.now() + (supportMinutes + 1) * 60_000))
  await sql.query(
    `UPDATE session SET last_seen_at = now() + interval '1 hour', confirmed_at = now() + interval '1 hour'`,
  )
  expect(await load()).toContain('Open request')
  setClock(null)
  for (const [id, requestId] of [
    ['nonsense', request],
    [scene.owner.id, request],
    [applicationId, randomUUID()],
    [applicationId, 'nonsense'],
  ])
    expect(await open(id, requestId)).toEqual(refused('not_found'))
  await sql.query(`UPDATE application SET state = 'deleted' WHERE id = $1`, [applicationId])
  await expect(load()).rejects.toThrow(/404/)
  expect(await open()).toEqual(refused('not_found'))
})

test('the team sees who looked by role, when and why, also what earlier versions recorded; no one else does', async () => {
  const { applicationId } = scene.sandbox
  expect(await account(scene.owner)).not.toContain('Support access to your requests')
  await open()
  const seen = await account(scene.owner)
  for (const text of ['Support access to your requests', reason, 'Administrator'])
    expect(seen).toContain(text)
  expect(seen).not.toContain(scene.administrator.email)
  expect(await account(scene.other)).not.toContain(reason)
  const { rows } = await sql.query(
    `SELECT actor_id, detail FROM audit_entry WHERE subject_id = $1 AND action = 'application.viewed_for_support'`,
    [applicationId],
  )
  expect(rows).toEqual([{ actor_id: scene.administrator.id, detail: { reason, requestId: request } }])
  await sql.query(
    `INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id, detail)
     VALUES ($1, 'administrator', 'application.viewed_for_support', 'application', $2, '{"reason":"Earlier."}')`,
    [scene.administrator.id, applicationId],
  )
  const { parsed } = await readExport({ id: scene.owner.id, role: 'developer' })
  expect(parsed.supportViews).toMatchObject([
    { applicationId, reason: 'Earlier.' },
    { applicationId, reason },
  ])
})
