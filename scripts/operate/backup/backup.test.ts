import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { withClient } from '@/lib/pool'
import { createAccount, createClient, createDeveloper } from '@/test/factories'
import { startGuichet } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '@/test/postgres'

vi.setConfig({ testTimeout: 120_000 })

const source = withOwnDatabase()
const { owner } = source
let folder: string
const targets: TestDatabase[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-backup-'))
  const { id: developerId } = await createDeveloper({ email: 'awa@example.org' }, owner)
  const { applicationId } = await createClient(owner, {
    developerId,
    name: 'Tabs\tand\nlines \\N'.replace(/\n/, ' ').replace(/\t/, ' '),
  })
  await createClient(owner, { environment: 'production', access: 'listed' })
  for (let n = 0; n < 50; n++)
    await createAccount(owner, String(221771234567 + n), { balance: String(1000 + n) })
  await owner.query(`INSERT INTO account_grant VALUES ($1, 221771234567)`, [applicationId])
  await owner.query(
    `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, address)
     SELECT $1, gen_random_uuid(), now(), 'token', 200, 1, '192.0.2.1' FROM generate_series(1, 20)`,
    [applicationId],
  )
  await owner.query(
    `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded)
     SELECT $1, date_trunc('minute', now()) - n * interval '1 day', 'token', n FROM generate_series(0, 40) n`,
    [applicationId],
  )
  await owner.query(
    `INSERT INTO session (id, developer_id, user_agent, address, expires_at) VALUES ($1, $2, 'é"\\', '::1', now() + interval '1 day')`,
    [newId(), developerId],
  )
  await owner.query(
    `INSERT INTO refused_sign_in (id, developer_id, why, address) VALUES ($1, $1, 'password', '::1')`,
    [developerId],
  )
  for (let n = 0; n < 20; n++) await audit(`test.${n}`)
  await database().$transaction((transaction) =>
    queueMail(transaction, { id: null, email: 'awa@example.org', locale: 'fr' }, 'activation-link', {
      link: 'https://x',
      hours: 24,
    }),
  )
}, 60_000)

afterAll(async () => {
  for (const each of targets) await each.drop()
  rmSync(folder, { recursive: true })
})

async function audit(action: string): Promise<void> {
  await owner.query(
    `INSERT INTO audit_entry (actor_role, action, subject_type, subject_id, detail)
     VALUES ('system', $1, 'application', 'x', '{"email": "awa@example.org"}')`,
    [action],
  )
}

type Ran = { code: number | null; out: string; err: string }

function start(
  script: string,
  args: string[],
  database: TestDatabase | null,
  env: Record<string, string> = {},
) {
  const roles = database && {
    DATABASE_URL: database.portalUrl,
    GATEWAY_DATABASE_URL: database.gatewayUrl,
    WORKER_DATABASE_URL: database.workerUrl,
    MIGRATION_DATABASE_URL: database.url,
  }
  const settings = {
    ...process.env,
    DATABASE_URL: '',
    DATA_DIR: join(folder, 'data'),
    ...roles,
    NODE_ENV: 'production' as const,
    ...env,
  }
  return spawnScript(script, args, settings)
}

function spawnScript(name: string, args: string[], env: Record<string, string | undefined>) {
  return startGuichet([name, ...args], env)
}

async function finish(child: ChildProcess): Promise<Ran> {
  const ran: Ran = { code: null, out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    ran.out += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    ran.err += text
  })
  const [code] = await once(child, 'close')
  return { ...ran, code }
}

const run = (...given: Parameters<typeof start>) => finish(start(...given))

async function backUp(): Promise<string> {
  const parent = mkdtempSync(join(folder, 'made-'))
  const made = await run('backup', ['--to', parent], source)
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('without any key') })
  return join(parent, readdirSync(parent)[0] as string)
}

async function createEmpty(): Promise<TestDatabase> {
  const target = await createEmptyDatabase()
  targets.push(target)
  return target
}

async function readAll(database: TestDatabase): Promise<Record<string, string[]>> {
  return withClient({ connectionString: database.url }, async (client) => {
    const found: Record<string, string[]> = {}
    const { rows } = await client.query(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
    )
    for (const { name } of rows) {
      const all = await client.query(`SELECT t::text AS row FROM ${name} t ORDER BY 1`)
      found[name] = all.rows.map(({ row }) => row)
    }
    return found
  })
}

test('a backup is restored, row for row, and works', async () => {
  const before = await readAll(source)
  const archive = await backUp()
  expect(statSync(archive).mode & 0o777).toBe(0o700)
  expect(readFileSync(join(folder, 'data', 'last-backup.json'), 'utf8')).toContain(archive)
  expect((await run('backup', ['--verify', archive], null)).out).toContain('is complete')
  const target = await createEmpty()
  const restored = await run('restore', [archive, '--check'], target)
  expect(restored).toMatchObject({
    code: 0,
    out: expect.stringContaining('Audit log: 21 rows, nothing was changed'),
  })
  expect(restored.out).toContain('2 of 2 secrets')
  expect(restored.out).toMatch(
    /guichet_sandbox_id_\w+ \(sandbox\) obtained a token and the balance of an account/,
  )
  const after = await readAll(target)
  // Intended differences: everyone is signed out, the restore is audited, migrations ran at another time, and the
  // check used an application.
  const changed = [
    'session',
    'audit_entry',
    '_prisma_migrations',
    'access_token',
    'usage_minute',
    'usage_flush',
    'recent_call',
    'client_secret',
  ]
  for (const [name, rows] of Object.entries(before)) {
    if (!changed.includes(name)) expect(after[name], name).toEqual(rows)
  }
  expect(after.audit_entry?.length).toBe((before.audit_entry?.length ?? 0) + 1)
  expect(after.audit_entry).toEqual(expect.arrayContaining(before.audit_entry ?? []))
  await withClient({ connectionString: target.url }, async (client) => {
    const one = async (sql: string) => (await client.query(sql)).rows[0]
    expect(await one('SELECT count(*)::int AS open FROM session WHERE revoked_at IS NULL')).toEqual({
      open: 0,
    })
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

test('a backup needs only a database, and removes the oldest ones beyond the number to keep', async () => {
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
  // One that cannot be noted in DATA_DIR is complete all the same, and reported.
  const noted = ['--to', parent, '--keep', '1']
  const unnoted = await finish(spawnScript('backup', noted, { ...bare, DATA_DIR: '/dev/null/none' }))
  expect(unnoted).toMatchObject({ code: 1, err: expect.stringMatching(/^\/dev\/null\/none: .*ENOTDIR/) })
  expect(unnoted.out).toMatch(/ rows? of \d+ tables/)
  expect(whole()).toEqual([expect.stringMatching(/^guichet-(?!2026-01)/)])
  // One that fails leaves the earlier ones in place.
  const none = { ...bare, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
  expect((await finish(spawnScript('backup', noted, none))).code).toBe(1)
  expect(whole()).toHaveLength(1)
})

// ASVS 14.2.4
test('a backup is encrypted to a public key, and only its secret key restores it', async () => {
  const [mine, other] = [join(folder, 'mine.age'), join(folder, 'other.age')]
  const identity = await generateX25519Identity()
  writeFileSync(mine, `# created by a test\n${identity}\n`)
  writeFileSync(other, `${await generateX25519Identity()}\n`)
  const parent = mkdtempSync(join(folder, 'encrypted-'))
  const recipient = ['--recipient', await identityToRecipient(identity)]
  expect(await run('backup', ['--to', parent, ...recipient], source)).toMatchObject({ code: 0, err: '' })
  const archive = join(parent, readdirSync(parent)[0] as string)
  const files = readdirSync(archive).filter((name) => !name.startsWith('manifest.json'))
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    expect(file).toMatch(/\.copy\.gz\.age$/)
    expect(readFileSync(join(archive, file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  }
  expect(await run('backup', ['--verify', archive], null)).toMatchObject({ code: 0 })

  const target = await createEmpty()
  const refusals = [
    [[archive], 'is encrypted, so give the file with its secret key: --identity FILE.'],
    [[archive, '--identity', other], 'was encrypted to another key than those of --identity.'],
    [
      [archive, '--identity', join(folder, 'nowhere')],
      'cannot be read, or does not hold a secret key of age.',
    ],
  ] as const
  for (const [args, sentence] of refusals) {
    const { code, out, err } = await run('restore', [...args], target)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^[^\n]+\n$/)
    expect(err).toContain(sentence)
    expect(err).not.toContain(identity)
  }
  const cut = join(parent, 'cut')
  cpSync(archive, cut, { recursive: true })
  truncateSync(join(cut, files[0] as string), 200)
  expect(await run('restore', [cut, '--identity', mine], target)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`${files[0]}: has 200 bytes`),
  })
  expect(await run('restore', [archive, '--identity', mine, '--check'], target)).toMatchObject({
    code: 0,
    err: '',
  })
})

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

/** A backup that waits for one of its last tables, after its snapshot, until the blocker ends. */
async function startHeldUp() {
  const blocker = new Client({ connectionString: source.url })
  await blocker.connect()
  await blocker.query('BEGIN; LOCK TABLE wallet_account IN ACCESS EXCLUSIVE MODE')
  const parent = mkdtempSync(join(folder, 'held-up-'))
  const child = start('backup', ['--to', parent], source)
  // Whatever fails, the lock does not outlive the test.
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await blocker.end()
  })
  await waitForBackend(owner, 'guichet-backup', 'COPY')
  return { blocker, child, parent }
}

test('a backup is of one moment, despite concurrent writes', async () => {
  const { blocker, child, parent } = await startHeldUp()
  const running = finish(child)
  await audit('test.meanwhile')
  await blocker.query(`UPDATE wallet_account SET balance = 1 WHERE msisdn = 221771234567; COMMIT`)
  await blocker.end()
  expect((await running).code).toBe(0)
  const target = await createEmpty()
  expect(await run('restore', [join(parent, readdirSync(parent)[0] as string)], target)).toMatchObject({
    code: 0,
  })
  await withClient({ connectionString: target.url }, async (client) => {
    expect((await client.query(`SELECT FROM audit_entry WHERE action = 'test.meanwhile'`)).rowCount).toBe(0)
    expect(
      (await client.query('SELECT balance FROM wallet_account WHERE msisdn = 221771234567')).rows,
    ).toEqual([{ balance: '1000' }])
  })
  await owner.query(`UPDATE wallet_account SET balance = 1000 WHERE msisdn = 221771234567`)
})

test('two backups of the same second do not write into the same folder', async () => {
  const parent = mkdtempSync(join(folder, 'same-'))
  const second = Math.floor(Date.now() / 1000) + 60
  // Both clocks are stopped at the same second.
  const frozen = `data:text/javascript,Date.now=()=>${second}000`
  const runAt = () => run('backup', ['--to', parent], source, { NODE_OPTIONS: `--import=${frozen}` })
  const ran = await Promise.all([runAt(), runAt()])
  const refused = ran.filter(({ code }) => code === 1)
  expect(refused).toHaveLength(1)
  expect(refused[0]?.err).toMatch(/^[^\n]+ another backup began there in the same second\. Run it again\.\n$/)
  expect(readdirSync(parent)).toHaveLength(1)
  const [made = ''] = readdirSync(parent)
  expect(await run('backup', ['--verify', join(parent, made)], null)).toMatchObject({ code: 0 })
})

test('a killed backup does not count as one', async () => {
  const { blocker, child, parent } = await startHeldUp()
  child.kill('SIGKILL')
  await once(child, 'exit')
  await blocker.end()
  const [left] = readdirSync(parent) as [string]
  expect(left).toMatch(/\.unfinished$/)
  const target = await createEmpty()
  expect(await run('restore', [join(parent, left)], target)).toMatchObject({
    code: 1,
    err: expect.stringContaining('broken off'),
  })
  expect(Object.keys(await readAll(target))).toEqual([])
})

test.each(['SIGTERM', 'SIGINT'] as const)('a backup that %s ends leaves nothing', async (signal) => {
  const { blocker, child, parent } = await startHeldUp()
  expect(readdirSync(parent)).toHaveLength(1)
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([null, signal])
  await blocker.end()
  expect(readdirSync(parent)).toEqual([])
})

test('a backup removes leftovers of killed ones, except one that may be in progress', async () => {
  const parent = mkdtempSync(join(folder, 'abandoned-'))
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  const leave = (name: string, written: Date) => {
    const path = join(parent, name)
    mkdirSync(path)
    writeFileSync(join(path, 'usage_minute.copy.gz'), '')
    utimesSync(join(path, 'usage_minute.copy.gz'), written, written)
    utimesSync(path, yesterday, yesterday)
    return path
  }
  const abandoned = leave('guichet-2026-01-01T013000Z.unfinished', yesterday)
  leave('guichet-2026-01-02T013000Z.unfinished', new Date())
  leave('letters.unfinished', yesterday)
  const made = await run('backup', ['--to', parent], source)
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining(`${abandoned}: removed`) })
  expect(made.out.match(/removed/g)).toHaveLength(1)
  expect(readdirSync(parent).sort()).toEqual([
    'guichet-2026-01-02T013000Z.unfinished',
    expect.stringMatching(/^guichet-(?!2026-01).*Z$/),
    'letters.unfinished',
  ])
})

test('an archive that is truncated, changed or incomplete is refused before anything is written', async () => {
  const archive = await backUp()
  const target = await createEmpty()
  const spoil = async (name: string, spoiling: (copy: string) => void) => {
    const copy = join(folder, name)
    cpSync(archive, copy, { recursive: true })
    spoiling(copy)
    const { code, err } = await run('restore', [copy], target)
    expect(code).toBe(1)
    expect(Object.keys(await readAll(target))).toEqual([])
    return err
  }
  const audited = 'audit_entry.copy.gz'
  expect(await spoil('cut', (copy) => truncateSync(join(copy, audited), 40))).toContain(
    'has 40 bytes and not',
  )
  expect(await spoil('gone', (copy) => rmSync(join(copy, audited)))).toContain('is missing')
  const flipped = await spoil('flipped', (copy) => {
    const bytes = readFileSync(join(copy, audited))
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1
    writeFileSync(join(copy, audited), bytes)
  })
  expect(flipped).toContain('its checksum does not match')
  const manifest = 'manifest.json'
  const rewritten = await spoil('rewritten', (copy) => {
    const text = readFileSync(join(copy, manifest), 'utf8')
    writeFileSync(join(copy, manifest), text.replace('"format": 1', '"format": 2'))
  })
  expect(rewritten).toContain('manifest.json: was changed')
  expect((await run('backup', ['--verify', join(folder, 'cut')], null)).code).toBe(1)
  const broken = await spoil('broken', (copy) => {
    writeFileSync(join(copy, manifest), '{')
    const line = `${createHash('sha256').update('{').digest('hex')}  ${manifest}\n`
    writeFileSync(join(copy, `${manifest}.sha256`), line)
  })
  expect(broken).toContain('manifest.json: was written by another version')
})

test('only an empty database can be restored into', async () => {
  const archive = await backUp()
  const filled = await createTestDatabase()
  targets.push(filled)
  const before = await readAll(filled)
  expect(await run('restore', [archive], filled)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not empty'),
  })
  expect(await readAll(filled)).toEqual(before)
})

test('a killed restore leaves no row, and can be run again', async () => {
  const archive = await backUp()
  const target = await createEmpty()
  const child = start('restore', [archive], target)
  const blocker = new Client({ connectionString: target.url })
  await blocker.connect()
  const exists = async (name: string) =>
    (await blocker.query('SELECT to_regclass($1) AS found', [name])).rows[0].found !== null
  await vi.waitUntil(() => exists('_restore_unfinished'), { timeout: 30_000, interval: 5 })
  await blocker.query('BEGIN; LOCK TABLE _restore_unfinished IN ACCESS SHARE MODE')
  await waitForBackend(owner, 'guichet-restore', 'DROP TABLE')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await blocker.query('ROLLBACK')
  const { rows } = await blocker.query('SELECT count(*)::int AS rows FROM audit_entry')
  expect(rows).toEqual([{ rows: 0 }])
  await blocker.end()
  expect(await run('migrate', [], target)).toMatchObject({
    code: 1,
    err: expect.stringContaining('was broken off'),
  })
  const again = await run('restore', [archive, '--check'], target)
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('obtained a token') })
})

test('keys go to a separate file, and open what was restored into a new embedded database', async () => {
  const archive = await backUp()
  const file = join(folder, 'keys.json')
  const exported = await run('backup', ['--keys', file], source)
  expect(exported).toMatchObject({ code: 0, out: expect.stringContaining('away from the backups') })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, 'utf8')).TOKEN_KEYS).toBe(process.env.TOKEN_KEYS)
  const key = (process.env.SECRET_ENCRYPTION_KEYS as string).split(':')[1] as string
  for (const name of readdirSync(archive))
    expect(readFileSync(join(archive, name), 'latin1'), name).not.toContain(key)
  expect((await run('backup', ['--keys', file], source)).err).toContain('is not written over')
  const none = { SECRET_ENCRYPTION_KEYS: '', SECRET_HASH_KEYS: '', TOKEN_KEYS: '', NEXTAUTH_SECRET: '' }
  const DATA_DIR = join(folder, 'embedded')
  const keyless = await run('restore', [archive], null, { ...none, DATA_DIR })
  expect(keyless).toMatchObject({
    code: 1,
    err: expect.stringContaining('The keys of the backup are missing'),
  })
  const restored = await run('restore', [archive, '--keys', file, '--check'], null, { ...none, DATA_DIR })
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('obtained a token') })
  expect(existsSync(join(DATA_DIR, 'keys.json'))).toBe(true)
  const others = join(folder, 'others.json')
  const other = `1:${Buffer.alloc(32, 'x').toString('base64')}`
  writeFileSync(others, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), TOKEN_KEYS: other }))
  const mixed = await run('restore', [archive, '--keys', others], null, { ...none, DATA_DIR })
  expect(mixed).toMatchObject({ code: 1, err: expect.stringContaining('already holds other keys') })
  writeFileSync(others, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), TOKEN_KEYS: 'x' }))
  const spoilt = await run('restore', [archive, '--keys', others], null, {
    ...none,
    DATA_DIR: join(folder, 'spoilt'),
  })
  expect(spoilt).toMatchObject({ code: 1, err: expect.stringContaining('does not hold the keys') })
  expect(existsSync(join(folder, 'spoilt', 'keys.json'))).toBe(false)
  const twice = await run('restore', [archive, '--keys', file], null, { ...none, DATA_DIR })
  expect(twice).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') })
})

test('keys other than the backup’s are detected', async () => {
  const archive = await backUp()
  const target = await createEmpty()
  const other = `other:${Buffer.alloc(32, 'x').toString('base64')}`
  const restored = await run('restore', [archive], target, { SECRET_ENCRYPTION_KEYS: other })
  expect(restored).toMatchObject({
    code: 1,
    err: expect.stringContaining('SECRET_ENCRYPTION_KEYS does not open it'),
  })
})

async function waitForBackend(
  client: { query: Client['query'] },
  application: string,
  statement: string,
): Promise<void> {
  const waits = `SELECT FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock' AND query ~ $2`
  await vi.waitUntil(async () => ((await client.query(waits, [application, statement])).rowCount ?? 0) > 0, {
    timeout: 30_000,
    interval: 5,
  })
}
