import { expect, test } from 'vitest'
import { discardRefused, forgetPosition, resumeFeed, retryRefused } from '@/lib/feed/administration'
import { executeAs } from '@/scripts/launch/execute-as'
import { loadPage } from '@/test/access/load-page'
import { asCaller } from '@/test/access/next-request'
import { type Person, withScene } from '@/test/access/scene'
import { GET } from './refused/route'

const { owner: sql, scene } = withScene()

const show = () => loadPage('(administration)/administration/accounts/page', {}, scene.administrator.claims)

test('without a sender, the page says that none has come', async () => {
  const text = await show()
  expect(text).toContain('No changes received yet.')
  for (const ofFeed of ['Changes per minute', 'Stop live updates', 'Refused changes'])
    expect(text).not.toContain(ofFeed)
})

test('senders, their positions, the last hour and refused changes are shown, numbers masked and no balance', async () => {
  await sql.query(`
    INSERT INTO feed_sender (name, newest_as_of) VALUES ('core', now());
    INSERT INTO feed_sender (name, paused_at, paused_reason) VALUES ('agents', now(), 'currency: XAF is not one of XOF');
    INSERT INTO feed_position (name, partition, position, behind_ms) VALUES ('core', 'accounts-0', 48201993, 1800);
    INSERT INTO feed_minute (minute, name, partition, applied, refused, behind_ms)
      VALUES (date_trunc('minute', now()), 'core', 'accounts-0', 75921, 6, 1800);
    INSERT INTO refused_change (name, digest, msisdn, code, message, body, cut, count)
      VALUES ('core', '\\x01', 221771234567, 'decimals', 'balance has 3 decimals, MAD has 2', '{"balance":"12.505"}', false, 3)`)
  const text = await show()
  for (const shown of [
    '48201993',
    '1.8 s behind',
    'The other sender continues.',
    '75,927 in the last hour',
    'p95 1.8\u00a0s',
    'applied, 0 needed no change',
    'decimals',
    '221*******67',
    '“agents” has been paused since',
    'XAF',
  ])
    expect(text).toContain(shown)
  expect(text).not.toContain('221771234567')
  expect(text).not.toContain('12.505')
})

test('the download has whole numbers, is an administrator’s after a confirmation, and is audited', async () => {
  const { status, body } = await asCaller(scene.administrator.claims, async () => {
    const response = await GET()
    return { status: response.status, body: await response.text() }
  })
  expect(status).toBe(200)
  expect(body).toMatch(
    /^last,msisdn,code,message,times\r\n[^\r]+,221771234567,decimals,"balance has 3 decimals, MAD has 2",3\r\n$/,
  )
  const { rows } = await sql.query(`SELECT FROM audit_entry WHERE action = 'feed.refused_exported'`)
  expect(rows).toHaveLength(1)
  const download = (who: Person) => asCaller(who.claims, () => GET())
  for (const who of [scene.owner, scene.reviewer]) await expect(download(who)).rejects.toThrow()
  const confirmed = (at: string) =>
    sql.query(`UPDATE session SET confirmed_at = ${at} WHERE developer_id = $1`, [scene.administrator.id])
  await confirmed("now() - interval '1 hour'")
  await expect(download(scene.administrator)).rejects.toMatchObject({
    digest: expect.stringContaining('/confirm?next=%2Fadministration%2Faccounts%2Frefused'),
  })
  await confirmed('now()')
  expect((await sql.query(`SELECT FROM audit_entry WHERE action = 'feed.refused_exported'`)).rowCount).toBe(1)
})

test('the page updates by itself until that is turned off', async () => {
  const at = (query: object) =>
    loadPage('(administration)/administration/accounts/page', {}, scene.administrator.claims, query)
  expect(await at({})).toContain('href="/administration/accounts?live=off"')
  expect(await at({ live: 'off' })).toContain('href="/administration/accounts"')
})

test('a feed that is off or not reachable is seen as silence, and pauses one by one', async () => {
  const seen = (seconds: number) =>
    sql.query(`UPDATE feed_sender SET last_seen_at = now() - interval '${seconds} s'`)
  await seen(290)
  expect(await show()).toContain('The other sender continues.')
  await seen(310)
  expect(await show()).toMatch(/The sender is silent\..*Last sign of life: 5 minutes ago\./s)
  await sql.query('UPDATE feed_sender SET paused_at = now()')
  expect(await show()).toContain('Every sender is paused.')
  await sql.query('UPDATE feed_sender SET paused_at = NULL')
  await seen(0)
  expect(await show()).toMatch(/Balances are updating automatically\..*2 senders\./s)
  await sql.query(`UPDATE feed_sender SET paused_at = now() WHERE name = 'agents'`)
})

test('changes that are refused alike are one row, which tries all of them again', async () => {
  await sql.query(`
    INSERT INTO refused_change (name, digest, msisdn, code, message, body, cut)
    SELECT 'agents', decode(lpad(to_hex(n), 4, '0'), 'hex'), 221770000000 + n, 'currency', '=XAF is not one of XOF', '{}', false
    FROM generate_series(1000, 2199) n`)
  const text = await show()
  expect(text.match(/=XAF/g)).toHaveLength(1)
  expect(text).toContain('1,200 numbers')
  const { body } = await asCaller(scene.administrator.claims, async () => ({
    body: await (await GET()).text(),
  }))
  // A spreadsheet does not evaluate it.
  expect(body.match(/,currency,"'=XAF is not one of XOF",1\r\n/g)).toHaveLength(1200)
  const { rows } = await sql.query(`SELECT id FROM refused_change WHERE name = 'agents' LIMIT 1`)
  const actor = { id: scene.administrator.id, role: 'administrator' } as const
  await executeAs(actor, retryRefused, { input: { only: String(rows[0].id) } })
  const wanted = await sql.query('SELECT DISTINCT name FROM refused_change WHERE retry_at IS NOT NULL')
  expect(wanted.rows).toEqual([{ name: 'agents' }])
  await sql.query(`DELETE FROM refused_change WHERE name = 'agents'`)
})

test('a refused change is tried again from its row, by the feed; one that was cut is not', async () => {
  const { rows } = await sql.query('SELECT id FROM refused_change')
  await sql.query(`
    INSERT INTO refused_change (name, digest, code, message, body, cut) VALUES ('core', '\\x02', 'json', 'Is not JSON', '{', true)`)
  // One row, and the head of the column.
  expect((await show()).match(/>Try again</g)).toHaveLength(2)
  const actor = { id: scene.administrator.id, role: 'administrator' } as const
  expect(await executeAs(actor, retryRefused, { input: { only: '999' } })).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await executeAs(actor, retryRefused, { input: { only: '1 OR true' } })).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect((await executeAs(actor, retryRefused, { input: { only: String(rows[0].id) } })).ok).toBe(true)
  expect(await show()).toContain('Being tried again')
})

test('refused changes are discarded, with those that are alike or all, and that is audited', async () => {
  await sql.query(`DELETE FROM refused_change;
    INSERT INTO refused_change (name, digest, code, message, body, cut)
    SELECT 'core', decode(lpad(to_hex(n), 4, '0'), 'hex'), CASE WHEN n < 3 THEN 'table' ELSE 'json' END, '', '{}', n = 1
    FROM generate_series(1, 4) n`)
  const text = await show()
  expect(text.match(/aria-label="Discard: (table|json)"/g)).toHaveLength(2)
  const actor = { id: scene.administrator.id, role: 'administrator' } as const
  const { rows } = await sql.query(`SELECT id FROM refused_change WHERE code = 'table' AND cut`)
  expect((await executeAs(actor, discardRefused, { input: { only: rows[0].id } })).ok).toBe(true)
  for (const only of [rows[0].id, '1 OR true', 'x'])
    expect((await executeAs(actor, discardRefused, { input: { only: only } })).ok).toBe(false)
  expect((await executeAs(actor, discardRefused, { input: { only: 'all' } })).ok).toBe(true)
  expect((await executeAs(actor, discardRefused, { input: { only: 'all' } })).ok).toBe(false)
  const audited = await sql.query(
    `SELECT detail FROM audit_entry WHERE action = 'feed.refused_discarded' ORDER BY sequence`,
  )
  expect(audited.rows.map(({ detail }) => detail)).toEqual([
    { count: 2, name: 'core', code: 'table', message: '' },
    { count: 2 },
  ])
  expect(await show()).not.toContain('Discard: ')
})

test('a numbering that began again is shown, with the file that closes the gap, until its position is forgotten', async () => {
  const began = 'The numbering of “core” in accounts-0 began again.'
  expect(await show()).not.toContain(began)
  await sql.query(`
    UPDATE feed_position SET back_since = '2026-11-20T09:00:00Z', back_at = '2026-11-20T09:01:01Z'`)
  const text = await show()
  expect(text).toContain(began)
  expect(text).toMatch(/Load a complete file that was exported after that/)
  expect(text).toContain('Forget the position')
  const actor = { id: scene.administrator.id, role: 'administrator' } as const
  const position = { name: 'core', partition: 'accounts-0' }
  expect((await executeAs(actor, forgetPosition, { input: position })).ok).toBe(true)
  expect((await executeAs(actor, forgetPosition, { input: position })).ok).toBe(false)
  expect(await show()).not.toContain(began)
  const { rows } = await sql.query(`SELECT detail FROM audit_entry WHERE action = 'feed.position_forgotten'`)
  expect(rows).toEqual([{ detail: position }])
})

test('a sender that is paused is resumed, once, and that is audited', async () => {
  const actor = { id: scene.administrator.id, role: 'administrator' } as const
  expect((await executeAs(actor, resumeFeed, { input: { name: 'agents' } })).ok).toBe(true)
  for (const name of ['agents', 'core', 'no one'])
    expect(await executeAs(actor, resumeFeed, { input: { name } })).toEqual({
      ok: false,
      reason: 'not_found',
    })
  const { rows } = await sql.query('SELECT FROM feed_sender WHERE paused_at IS NOT NULL')
  expect(rows).toEqual([])
  const audited = await sql.query(`SELECT detail FROM audit_entry WHERE action = 'feed.resumed'`)
  expect(audited.rows).toEqual([{ detail: { name: 'agents' } }])
})
