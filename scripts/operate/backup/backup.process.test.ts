import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withClient } from '@/lib/pool'
import { projectRoot } from '@/scripts/launch/root'
import { finish, readAll, spawnScript, withBackups } from '@/test/backups'
import { bundled } from '@/test/guichet'
import type { TestDatabase } from '@/test/postgres'

vi.setConfig({ testTimeout: 120_000 })

const { source, owner, folder, run, backUp, createEmpty } = withBackups()

test('a backup is restored, and works', async () => {
  const audited = async (at: TestDatabase) => (await readAll(at)).audit_entry ?? []
  const before = await audited(source)
  const archive = await backUp()
  expect(statSync(archive).mode & 0o777).toBe(0o700)
  const { madeAt } = JSON.parse(readFileSync(join(archive, 'manifest.json'), 'utf8'))
  const noted = await withClient({ connectionString: source.url }, (client) =>
    client.query(`SELECT completed_at FROM command_run WHERE command = 'backup'`),
  )
  expect(noted.rows).toEqual([{ completed_at: new Date(madeAt) }])
  expect((await run('backup', ['--verify', archive], null)).out).toContain('is complete')
  const target = await createEmpty()
  const restored = await run('restore', [archive, '--check'], target)
  expect(restored).toMatchObject({
    code: 0,
    out: expect.stringContaining('Audit log: 21 rows, nothing was changed'),
  })
  expect(restored.out).toContain('all 2 secrets match')
  expect(restored.out).toMatch(
    /guichet_sandbox_id_\w+ \(sandbox\) obtained a token and the balance of an account/,
  )
  // The other tables: every-table.slow.test.ts.
  const after = await audited(target)
  expect(after).toHaveLength(before.length + 1)
  expect(after).toEqual(expect.arrayContaining(before))
  await withClient({ connectionString: target.url }, async (client) => {
    const one = async (sql: string) => (await client.query(sql)).rows[0]
    expect(await one('SELECT count(*)::int AS open FROM session WHERE revoked_at IS NULL')).toEqual({
      open: 0,
    })
    expect(
      await one(
        'SELECT application_id, mark <> $$00000000-0000-0000-0000-000000000000$$ AS random FROM rights_change',
      ),
    ).toEqual({ application_id: null, random: true })
    expect(await one(`SELECT subject_type FROM audit_entry WHERE action = 'database.restored'`)).toEqual({
      subject_type: 'backup',
    })
    expect(
      await one(
        `SELECT count(*)::int AS keys FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT convalidated`,
      ),
    ).toEqual({ keys: 0 })
    expect(
      await one(`SELECT count(*)::int AS asleep FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'D'`),
    ).toEqual({ asleep: 0 })
    expect(await one(`SELECT nextval('recent_call_id_seq')::int > 20 AS beyond`)).toEqual({ beyond: true })
    expect(await one(`SELECT sum(succeeded)::int >= 820 AS whole FROM usage_minute`)).toEqual({ whole: true })
    expect(await one(`SELECT to_regclass('_restore_unfinished') AS mark`)).toEqual({ mark: null })
  })
})

test('a backup needs only a database, and removes the oldest ones beyond the number to keep', {
  tags: 'slow',
}, async () => {
  const parent = mkdtempSync(join(folder, 'kept-'))
  const archive = await backUp()
  const day = (n: number) => `guichet-2026-01-0${n}T013000Z`
  for (const n of [1, 2, 3]) cpSync(archive, join(parent, day(n)), { recursive: true })
  // Another program's, or incomplete: not counted, not touched.
  const others = ['guichet-2025-01-01T013000Z', `${day(1)}.unfinished`, 'letters', 'a-copy']
  for (const name of others) mkdirSync(join(parent, name))
  cpSync(archive, join(parent, 'a-copy'), { recursive: true })
  const DATA_DIR = join(folder, 'kept-data')
  const bare = { PATH: process.env.PATH, DATABASE_URL: source.url, DATA_DIR }
  const keep = (count: string) => finish(spawnScript('backup', ['--to', parent, '--keep', count], bare))
  expect(await keep('0')).toMatchObject({ code: 1, err: '--keep: must be a whole number, 1 to 9999.\n' })
  const whole = () => readdirSync(parent).filter((name) => !others.includes(name))
  expect(whole()).toEqual([day(1), day(2), day(3)])
  const kept = await keep('2')
  expect(kept).toMatchObject({ code: 0, out: expect.stringContaining(`${join(parent, day(2))}: removed.`) })
  expect(whole()).toEqual([day(3), expect.stringMatching(/^guichet-(?!2026-01)/)])
  expect(readdirSync(parent)).toEqual(expect.arrayContaining(others))
  // The next one may be made within the same second.
  renameSync(join(parent, whole()[1] ?? ''), join(parent, day(4)))
  // It needs no DATA_DIR.
  const noted = ['--to', parent, '--keep', '1']
  const without = await finish(spawnScript('backup', noted, { ...bare, DATA_DIR: '/dev/null/none' }))
  expect(without).toMatchObject({ code: 0, out: expect.stringMatching(/ rows? of \d+ tables/) })
  expect(whole()).toEqual([expect.stringMatching(/^guichet-(?!2026-01)/)])
  // One that fails leaves the earlier ones in place.
  const none = { ...bare, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
  expect((await finish(spawnScript('backup', noted, none))).code).toBe(1)
  expect(whole()).toHaveLength(1)
})

test('a backup made by other means is recorded, without making one', async () => {
  const last = () =>
    owner.query(`SELECT completed_at AS at, now() - completed_at < '1 minute' AS fresh FROM command_run
    WHERE command = 'backup'`)
  await owner.query(`UPDATE command_run SET completed_at = NULL WHERE command = 'backup'`)
  const both = await run('backup', ['--record', '--to', folder], source)
  expect(both).toMatchObject({ code: 1, err: '--record: cannot be combined with --to.\n' })
  expect((await last()).rows).toMatchObject([{ at: null }])
  const made = () => readdirSync(folder).length
  const before = made()
  expect(await run('backup', ['--record'], source)).toMatchObject({
    code: 0,
    out: 'A backup is recorded as of now.\n',
  })
  expect((await last()).rows).toMatchObject([{ fresh: true }])
  expect(made()).toBe(before)
  await owner.query(`DELETE FROM command_run WHERE command = 'backup'`)
  expect(await run('backup', ['--record'], source)).toMatchObject({
    code: 1,
    err: expect.stringContaining('prepare'),
  })
  await owner.query(`INSERT INTO command_run (command) VALUES ('backup')`)
})

// ASVS 14.2.4
test('a recipient that is not a public key is refused before anything is written', async () => {
  const parent = mkdtempSync(join(folder, 'recipients-'))
  expect(await run('backup', ['--to', parent, '--recipient', 'age1x'], source)).toMatchObject({
    code: 1,
    err: '--recipient: "age1x" is not a public key of age, such as age1….\n',
  })
  expect(readdirSync(parent)).toEqual([])
})

test('a secret key given as recipient is refused without being shown', async () => {
  const identity = await generateX25519Identity()
  const { code, out, err } = await run('backup', ['--recipient', identity], source)
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err: '--recipient: this is a secret key of age. Give its public key, such as age1….\n',
  })
})

test.each(['SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS'])(
  'a %s that is not the backup’s is no success',
  async (name) => {
    const archive = await backUp()
    const other = `test:${Buffer.alloc(32, 'x').toString('base64')}`
    const restored = await run('restore', [archive], await createEmpty(), { [name]: other })
    expect(restored).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${name} does not fit it (key test)`),
    })
  },
)

test('a second restore into the same database is refused', async () => {
  const archive = await backUp()
  const target = await createEmpty()
  await withClient({ connectionString: target.url }, async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext('guichet-restore'))`)
    const err = 'Another restore into this database is running.\n'
    expect(await run('restore', [archive], target)).toMatchObject({ code: 1, out: '', err })
  })
})

test.each([[[]], [['--recipient', 'RECIPIENT']]])(
  'a backup that runs out of disk says so and leaves nothing, %j',
  async (options) => {
    const parent = mkdtempSync(join(folder, 'full-'))
    const recipient = await identityToRecipient(await generateX25519Identity())
    const words = ['backup', '--to', parent, ...options.map((word) => word.replace('RECIPIENT', recipient))]
    // Much more than the limit, which is where this "disk" is full, and than what streams and sockets buffer.
    await owner.query(
      `INSERT INTO single_use SELECT sha256(n::text::bytea), now() FROM generate_series(1, 200000) n`,
    )
    onTestFinished(async () => void (await owner.query('TRUNCATE single_use')))
    expect(await runOnDisk(2000, words)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/single_use\.copy\.gz(\.age)?: cannot be used \(EFBIG/),
    })
    expect(readdirSync(parent)).toEqual([])
  },
)

test('keys that run out of disk leave no file that looks like them', async () => {
  const parent = mkdtempSync(join(folder, 'full-'))
  expect(await runOnDisk(0, ['backup', '--keys', join(parent, 'keys.json')])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/keys\.json: cannot be used \(EFBIG/),
  })
  expect(readdirSync(parent)).toEqual([])
})

/** Where files may have so many blocks. */
function runOnDisk(blocks: number, words: string[]) {
  const limited = ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, bundled('run'), ...words]
  const env = { ...process.env, DATABASE_URL: source.url, NODE_ENV: 'production' } as const
  return finish(spawn('sh', limited, { cwd: projectRoot, env }))
}
