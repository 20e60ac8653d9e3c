import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runGuichet, startBundled } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'
import { temporaryFolder } from '@/test/resources'

const own = withOwnDatabase()
const folder = temporaryFolder()

const run = (words: string[], env: Record<string, string> = {}) =>
  runGuichet(['feed', ...words], {
    DATABASE_URL: '',
    FEED_DATABASE_URL: own.feedUrl,
    DATA_DIR: folder,
    ...env,
  })

test('retry tries refused changes with today’s settings, and fails while any is still refused', async () => {
  const event = {
    payload: {
      op: 'c',
      source: { schema: 'public', table: 'account' },
      after: { n: '771234567', b: 5, at: 1_795_770_000 },
    },
    schema: null,
  }
  const foreign = { msisdn: '33612345678', balance: { value: 1, unit: 'XOF' }, asOf: '2026-11-27T09:00:00Z' }
  for (const [at, body] of [event, foreign].entries())
    await own.owner.query(
      `INSERT INTO refused_change (name, digest, code, message, body, cut) VALUES ('core', $1, 'mapping', 'No', $2, false)`,
      [Buffer.from([at]), JSON.stringify(body)],
    )
  const mapping = join(folder, 'mapping.json')
  const table = {
    msisdn: { column: 'n', prepend: '221' },
    balance: { column: 'b', minorUnits: true },
    currency: { constant: 'XOF' },
    asOf: { column: 'at', unit: 's' },
  }
  writeFileSync(mapping, JSON.stringify({ tables: { 'public.account': table } }))
  const settings = { FEED_MAPPING: mapping, ACCOUNT_PREFIXES: '221' }
  expect(await run(['retry'], settings)).toEqual({
    code: 1,
    out: '2 refused changes tried again: 1 applied, 1 still refused.\n',
    err: '',
  })
  expect(await run(['retry'], { ...settings, ACCOUNT_PREFIXES: '221,336' })).toMatchObject({ code: 0 })
  expect(
    (
      await own.owner.query(`
        SELECT (SELECT sum((detail ->> 'applied')::int) FROM audit_entry WHERE action = 'accounts.changed')::int AS audited,
          (SELECT count(*) FROM account_import)::int AS imports`)
    ).rows,
  ).toEqual([{ audited: 2, imports: 2 }])
  const { rows } = await own.owner.query('SELECT msisdn, balance FROM wallet_account ORDER BY msisdn')
  expect(rows).toEqual([
    { msisdn: '33612345678', balance: '1' },
    { msisdn: '221771234567', balance: '5' },
  ])
})

test('a mapping that is missing or wrong stops the feed’s start and the command, with its place', async () => {
  const wrong = join(folder, 'wrong.json')
  writeFileSync(wrong, JSON.stringify({ tables: { 'public.account': { msisdn: 'n' } } }))
  for (const [path, sentence] of [
    [wrong, `FEED_MAPPING: ${wrong}: tables → public.account → asOf: `],
    ['/nowhere', 'FEED_MAPPING: /nowhere cannot be read (ENOENT).'],
  ] as const) {
    const { code, err } = await run(['retry'], { FEED_MAPPING: path })
    expect([code, err]).toEqual([1, expect.stringContaining(sentence)])
    const database = { DATABASE_URL: own.url, DATA_DIR: folder, FEED_MAPPING: path }
    // Before it does anything else.
    expect(await runGuichet(['prepare'], database)).toEqual({
      code: 78,
      out: '',
      err: expect.stringContaining(sentence),
    })
    const feed = startBundled(
      'feed',
      {
        NODE_ENV: 'production',
        DATABASE_URL: own.feedUrl,
        FEED_KEYS: `core:${'k'.repeat(40)}`,
        FEED_MAPPING: path,
      },
      ['ignore', 'ignore', 'pipe'],
    )
    expect(await text(feed.stderr as Readable)).toContain(sentence)
    expect(feed.exitCode ?? 1).toBe(1)
  }
})

test('resume ends a pause, and forget-position a position; each says when there is none', async () => {
  await own.owner.query(`
    INSERT INTO feed_sender (name, paused_at, paused_reason, refused_in_a_row) VALUES ('core', now(), 'json', 1000)
      ON CONFLICT (name) DO UPDATE SET paused_at = now(), paused_reason = 'json';
    INSERT INTO feed_position (name, partition, position) VALUES ('core', 'accounts-0', 7), ('core', 'accounts-1', 7)`)
  for (const [words, done, none] of [
    [['resume', 'core'], 'core is resumed.', 'core is not paused.'],
    [
      ['forget-position', 'core', 'accounts-0'],
      'The position of core in accounts-0 is forgotten.',
      'core has no position in accounts-0.',
    ],
  ] as const) {
    expect(await run([...words])).toEqual({ code: 0, out: `${done}\n`, err: '' })
    expect(await run([...words])).toEqual({ code: 1, out: '', err: `${none}\n` })
  }
  const { rows } = await own.owner.query('SELECT paused_at, refused_in_a_row FROM feed_sender')
  expect(rows).toEqual([{ paused_at: null, refused_in_a_row: 0 }])
  const left = await own.owner.query('SELECT partition FROM feed_position')
  expect(left.rows).toEqual([{ partition: 'accounts-1' }])
})

test('discard forgets refused changes, all or alike, with an audit entry', async () => {
  await own.owner.query(`
    DELETE FROM refused_change;
    INSERT INTO refused_change (name, digest, code, message, body, cut)
    SELECT name, decode(md5(name || code), 'hex'), code, '', '{}', true
    FROM unnest('{core,agents}'::text[]) AS name, unnest('{json,table}'::text[]) AS code`)
  for (const [words, out] of [
    [['core', 'json'], '1 refused change discarded.\n'],
    [['agents'], '2 refused changes discarded.\n'],
    [[], '1 refused change discarded.\n'],
    [[], '0 refused changes discarded.\n'],
  ] as const)
    expect(await run(['discard', ...words])).toEqual({ code: 0, out, err: '' })
  const { rows } = await own.owner.query(
    `SELECT detail FROM audit_entry WHERE action = 'feed.refused_discarded' ORDER BY sequence`,
  )
  const operator = expect.any(String)
  expect(rows.map(({ detail }) => detail)).toEqual([
    { count: 1, name: 'core', code: 'json', operator },
    { count: 2, name: 'agents', operator },
    { count: 1, operator },
  ])
})

test('anything else shows the usage', async () => {
  for (const words of [['retry', 'core'], ['resume'], ['forget-position', 'core'], ['stop']]) {
    const { code, err } = await run(words)
    expect([code, err]).toEqual([expect.any(Number), expect.stringContaining('Usage: guichet feed retry')])
    expect(code).not.toBe(0)
  }
})
