import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { loadPage } from '@/test/access/load-page'
import { asCaller } from '@/test/access/next-request'
import { type Person, withScene } from '@/test/access/scene'
import { goodPassword } from '@/test/developers'
import { formOf } from '@/test/forms'
import { POST } from './upload/route'

const { owner: sql, scene } = withScene()

const page = '/administration/accounts'
const file = new File(['msisdn,type,status,currency,balance,frozen_balance\n'], 'accounts.csv')

function post(who: Person, fields: Record<string, string | File>) {
  const request = new Request(`http://localhost:3000${page}/upload`, {
    method: 'POST',
    body: formOf(fields),
  })
  return asCaller(who.claims, () => POST(request))
}

const staged = async () => (await sql.query('SELECT FROM upload_chunk')).rowCount

test('a file of an administrator waits for the worker', async () => {
  const response = await post(scene.administrator, {
    environment: 'sandbox',
    complete: 'on',
    allowRemovals: '6,000',
    file,
  })
  expect([response.status, response.headers.get('location')]).toEqual([303, `${page}?done=uploaded`])
  const { rows } = await sql.query('SELECT requested_by_id, environment, state, options FROM account_import')
  expect(rows).toMatchObject([
    {
      requested_by_id: scene.administrator.id,
      environment: 'sandbox',
      state: 'waiting',
      options: { complete: true, skipBad: false, allowRemovals: 6000 },
    },
  ])
})

test('a file that is sent twice at once is imported once, and not for someone else than it was rendered for', async () => {
  const imports = async () => (await sql.query('SELECT FROM account_import')).rowCount ?? 0
  const form = { environment: 'sandbox', person: scene.administrator.id, requestKey: randomUUID(), file }
  const before = [await imports(), await staged()].map(Number)
  const send = async (fields: typeof form) =>
    (await post(scene.administrator, fields)).headers.get('location')
  const posts = await Promise.all([send(form), send(form)])
  expect([...posts, await send(form)]).toEqual(Array(3).fill(`${page}?done=uploaded`))
  expect(await send({ ...form, environment: 'production' })).toBe(`${page}?refused=repeated`)
  expect(await send({ ...form, requestKey: randomUUID(), person: scene.owner.id })).toBe(
    `${page}?refused=other_person`,
  )
  expect([await imports(), await staged()]).toEqual(before.map((count) => count + 1))
})

test('what is wrong comes back with what was typed, and nothing stays stored', async () => {
  const before = await staged()
  const fields = { environment: 'production', asOf: 'soon', complete: 'on', skipBad: 'on', file }
  const location = (await post(scene.administrator, fields)).headers.get('location') ?? ''
  const query = new URL(location, 'http://portal').searchParams
  expect(query.getAll('problem')).toEqual(['asOf:as_of_invalid'])
  expect(query.get('asOf')).toBe('soon')
  expect(await staged()).toBe(before)
  const missing = await post(scene.administrator, { environment: 'production' })
  expect(missing.headers.get('location')).toContain('problem=file%3Afile_missing')
})

test('no one else uploads, nor does an administrator without a confirmation', async () => {
  const before = (await sql.query('SELECT FROM account_import')).rowCount
  for (const who of [scene.owner, scene.reviewer])
    await expect(post(who, { environment: 'sandbox', file })).rejects.toThrow()
  await sql.query(`UPDATE session SET confirmed_at = now() - interval '1 hour' WHERE developer_id = $1`, [
    scene.administrator.id,
  ])
  const unconfirmed = await post(scene.administrator, { environment: 'sandbox', file })
  expect(unconfirmed.headers.get('location')).toContain('problem=password%3Aproof_wrong')
  expect((await sql.query('SELECT FROM account_import')).rowCount).toBe(before)
  const proven = await post(scene.administrator, { environment: 'sandbox', password: goodPassword, file })
  expect(proven.headers.get('location')).toContain('done=uploaded')
  const { rows } = await sql.query(
    'SELECT id FROM session WHERE developer_id = $1 AND revoked_at IS NULL ORDER BY created_at DESC',
    [scene.administrator.id],
  )
  scene.administrator.claims.sessionId = rows[0].id
})

test('the page shows progress, then the reasons of a refusal', async () => {
  const reason = 'type: must be customer or retailer'
  const report = { lines: 3, bad: 1, firstBad: [{ line: 2, reason, fault: { code: 'type', values: {} } }] }
  await sql.query(
    `INSERT INTO account_import (environment, source, state, requested_by_id, upload_id, encryption_key_id, progress, report)
     VALUES ('production', 'upload', 'running', $1, $2, 'k', $3, NULL), ('production', 'upload', 'refused', $1, $4, 'k', NULL, $5)`,
    [
      scene.administrator.id,
      newId(),
      JSON.stringify({ step: 'storing', done: 30, total: 100, lines: 100 }),
      newId(),
      JSON.stringify(report),
    ],
  )
  const html = await loadPage('(administration)/administration/accounts/page', {}, scene.administrator.claims)
  expect(html).toMatch(/<progress[^>]*value="30"/)
  expect(html).toContain('line 2: type: must be customer or retailer')
  expect(html).toContain('1 bad line.')
  expect(html).toContain('name="msisdn"')
  expect(html).toContain('type="file"')
})
