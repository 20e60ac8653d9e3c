import { beforeAll, expect, test } from 'vitest'
import { resumeFeed, retryFeed } from '@/lib/feed/administration'
import { loadPage } from '@/test/access/load-page'
import { asCaller } from '@/test/access/next-request'
import { type Scene, setScene } from '@/test/access/scene'
import { withOwnDatabase } from '@/test/own-database'
import { GET } from './refused/route'

const { owner: sql } = withOwnDatabase()
let scene: Scene

beforeAll(async () => {
  scene = await setScene(sql)
})

const show = () => loadPage('(administration)/administration/accounts/page', {}, scene.administrator.claims)

test('without a sender, the page says that none has come', async () => {
  expect(await show()).toContain('No sender has brought changes yet.')
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
    'accounts-0:48201993',
    '1.8 s behind',
    '75,927 in the last hour',
    'at most 1.8 s in 95',
    'applied, 0 needed no change',
    'decimals',
    '221*******67',
    '“agents” is paused',
    'XAF',
  ])
    expect(text).toContain(shown)
  expect(text).not.toContain('221771234567')
  expect(text).not.toContain('12.505')
})

test('the download has whole numbers, asks for a confirmation, and is audited', async () => {
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
})

test('the page updates by itself until that is turned off', async () => {
  const at = (query: object) =>
    loadPage('(administration)/administration/accounts/page', {}, scene.administrator.claims, query)
  expect(await at({})).toContain('href="/administration/accounts?live=off"')
  expect(await at({ live: 'off' })).toContain('href="/administration/accounts"')
})

test('a refused change is tried again from its row, by the feed; one that was cut is not', async () => {
  const { rows } = await sql.query('SELECT id FROM refused_change')
  await sql.query(`
    INSERT INTO refused_change (name, digest, code, message, body, cut) VALUES ('core', '\\x02', 'json', 'Is not JSON', '{', true)`)
  // One row, and the head of the column.
  expect((await show()).match(/>Try again</g)).toHaveLength(2)
  const actor = { id: scene.administrator.id, role: 'administrator' } as const
  expect(await retryFeed(actor, '999')).toEqual({ ok: false, reason: 'not_found' })
  expect(await retryFeed(actor, '1 OR true')).toEqual({ ok: false, reason: 'not_found' })
  expect((await retryFeed(actor, String(rows[0].id))).ok).toBe(true)
  expect(await show()).toContain('Being tried again')
})

test('a sender that is paused is resumed, once, and that is audited', async () => {
  const actor = { id: scene.administrator.id, role: 'administrator' } as const
  expect((await resumeFeed('agents', actor)).ok).toBe(true)
  for (const name of ['agents', 'core', 'no one', 7])
    expect(await resumeFeed(name as string, actor)).toEqual({ ok: false, reason: 'not_found' })
  const { rows } = await sql.query('SELECT FROM feed_sender WHERE paused_at IS NOT NULL')
  expect(rows).toEqual([])
  const audited = await sql.query(`SELECT detail FROM audit_entry WHERE action = 'feed.resumed'`)
  expect(audited.rows).toEqual([{ detail: { name: 'agents' } }])
})
