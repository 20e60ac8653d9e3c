import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keyNames } from '@/lib/env'
import { checks } from '@/lib/health/schema'
import { formatKeyring, generateKey } from '@/lib/keyring'
import { createTestDatabase, type TestDatabase } from '@/test/postgres'
import { startRelay } from '@/test/relay'
import { basicEnvironment } from './build/run'
import { projectRoot } from './root'
import { commands, settingsHeld } from './run/commands'
import { confidential } from './start/confidential'
import { commandEnvironment } from './start/processes'
import { findFreePorts } from './test/ports'

const fresh = formatKeyring([generateKey('fresh')])
/** A new key, and the one before it under which there is something yet. */
const bothKeys = `${fresh},${process.env.SECRET_ENCRYPTION_KEYS}`

let own: TestDatabase
let owner: Client
let dataDir: string

beforeAll(async () => {
  own = await createTestDatabase()
  owner = new Client({ connectionString: own.url })
  await owner.connect()
  await owner.query(`
    CREATE TABLE writer (name text);
    CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO writer VALUES (current_setting('application_name')); RETURN NULL; END $$;
    CREATE TRIGGER note_writer AFTER INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION note_writer()`)
  dataDir = mkdtempSync(join(tmpdir(), 'guichet-scripts-'))
})

afterAll(async () => {
  await owner.end()
  await own.drop()
  rmSync(dataDir, { recursive: true })
})

/** As an operator runs it in a built installation, on a database of their own: with what such a command is given. */
function run(script: string, args: string[] = [], env: Record<string, string> = {}) {
  const environment = { ...process.env, DATABASE_URL: own.url, ...env }
  const command = Object.values(commands).find(({ source }) => source === `scripts/${script}.ts`)
  const held = settingsHeld(command as NonNullable<typeof command>, args)
  const installation = { dataDir: env.DATA_DIR ?? dataDir, environment }
  const settings = {
    ...basicEnvironment(),
    ...commandEnvironment(installation, held),
    NODE_ENV: 'production' as const,
  }
  return execute(script, args, settings)
}

function execute(script: string, args: string[], env: NodeJS.ProcessEnv) {
  const tsx = join(projectRoot, 'node_modules/tsx/dist/cli.mjs')
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [tsx, `scripts/${script}.ts`, ...args],
      { cwd: projectRoot, env },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })
}

async function one(text: string, values: unknown[] = []) {
  return (await owner.query(text, values)).rows[0]
}

test('what prepares a database asks who administers it, and invites nobody in their place', async () => {
  const roles = {
    portal: 'guichet_test_portal',
    gateway: 'guichet_test_gateway',
    worker: 'guichet_test_worker',
  }
  const prepare = (env: Record<string, string>) =>
    execute('prepare/main', [], {
      ...{ ...basicEnvironment(), NODE_ENV: 'production' as const, DATA_DIR: dataDir, DATABASE_URL: own.url },
      SECRET_ENCRYPTION_KEYS: process.env.SECRET_ENCRYPTION_KEYS,
      GUICHET_ROLES: JSON.stringify(roles),
      ...env,
    })
  expect(await prepare({ REVIEWER_EMAIL: '' })).toMatchObject({
    code: 1,
    err: 'REVIEWER_EMAIL: is required until there is an administrator: it names the first one, who is mailed a link.\n',
  })
  expect(await one('SELECT count(*)::int AS people FROM developer')).toEqual({ people: 0 })
  expect(await prepare({ REVIEWER_EMAIL: 'first@example.com' })).toMatchObject({ code: 0 })
  expect(await one('SELECT to_address FROM mail_message')).toEqual({ to_address: 'first@example.com' })
}, 120_000)

test('create-reviewer mails an invitation, and says why not', async () => {
  const usage = await run('create-reviewer', ['nobody'])
  expect(usage).toMatchObject({ code: 1, err: expect.stringContaining('Usage: npm run create-reviewer') })
  const made = await run('create-reviewer', ['Awa@Example.com', '--administrator', '--french'])
  expect(made).toMatchObject({
    code: 0,
    out: 'An invitation as administrator is on its way to awa@example.com.\n',
  })
  expect(await one(`SELECT template, locale FROM mail_message WHERE to_address = 'awa@example.com'`)).toEqual(
    {
      template: 'reviewer-invitation',
      locale: 'fr',
    },
  )
  expect(await one(`SELECT actor_role FROM audit_entry WHERE action = 'developer.invited'`)).toEqual({
    actor_role: 'system',
  })
}, 120_000)

test('reset-factor takes the factor of a lone administrator off', async () => {
  expect(await run('reset-factor')).toMatchObject({ code: 1, err: 'Usage: npm run reset-factor -- EMAIL\n' })
  const unknown = await run('reset-factor', ['nobody@example.com'])
  expect(unknown).toMatchObject({ code: 1, err: 'Nobody has this e-mail address.\n' })
  const { id } = await one(
    `INSERT INTO developer (id, email, role, password_hash, activated_at)
     VALUES (gen_random_uuid(), 'lone@example.com', 'administrator', 'x', now()) RETURNING id`,
  )
  await owner.query(
    `INSERT INTO totp_factor (developer_id, secret_ciphertext, encryption_key_id, confirmed_at) VALUES ($1, 'x', 'x', now())`,
    [id],
  )
  const reset = await run('reset-factor', ['Lone@Example.com'])
  expect(reset).toMatchObject({ code: 0, out: expect.stringContaining('is off') })
  expect(await one('SELECT count(*)::int AS left FROM totp_factor')).toEqual({ left: 0 })
}, 120_000)

test('audit:verify passes, notes the head outside the database, and then misses what is cut off', async () => {
  const clean = await run('verify-audit')
  expect(clean).toMatchObject({
    code: 0,
    out: expect.stringContaining('nothing was changed, removed or reordered'),
  })
  const head = JSON.parse(readFileSync(join(dataDir, 'audit-head.json'), 'utf8'))
  expect(clean.out).toContain(`Head: ${head.sequence}:${head.hash}`)

  await owner.query('ALTER TABLE audit_entry DISABLE TRIGGER USER')
  await owner.query('DELETE FROM audit_entry WHERE sequence = $1', [head.sequence])
  const cut = await run('verify-audit')
  expect(cut).toMatchObject({
    code: 1,
    out: expect.stringContaining(`Row ${head.sequence} is missing: the end of the log was cut off.`),
  })
  expect(JSON.parse(readFileSync(join(dataDir, 'audit-head.json'), 'utf8'))).toEqual(head)
  const elsewhere = await run('verify-audit', ['--head', `${head.sequence}:${head.hash}`], {
    DATA_DIR: join(dataDir, 'other'),
  })
  expect(elsewhere.out).toContain('the end of the log was cut off')
  await owner.query(`UPDATE audit_entry SET action = 'x' WHERE sequence = 1`)
  expect((await run('verify-audit')).out).toContain('Row 1 was changed.')
  await owner.query('DELETE FROM audit_entry')
  await owner.query('ALTER TABLE audit_entry ENABLE TRIGGER USER')
  expect(await run('verify-audit', ['--head', 'x'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('--head'),
  })
}, 120_000)

test('rotate-keys says what it did and what is left', async () => {
  const alone = await run('rotate-keys', [], { SECRET_ENCRYPTION_KEYS: fresh })
  expect(alone.code).toBe(1)
  expect(alone.out).toContain('cannot be read: its key is missing, or it was changed')
  expect(alone.out).toMatch(/left under key test: \d+ mails/)
  const both = await run('rotate-keys', [], { SECRET_ENCRYPTION_KEYS: bothKeys })
  expect(both).toMatchObject({ code: 0, out: expect.stringContaining('Nothing is left under older keys.') })
  expect(await one(`SELECT subject_id FROM audit_entry WHERE action = 'keys.rotated'`)).toEqual({
    subject_id: 'fresh',
  })
  const external = await run('rotate-keys', ['--new-key'])
  expect(external).toMatchObject({ code: 1, err: expect.stringContaining('is set by you') })
}, 120_000)

test('a command is given the keys that it needs, and empty ones in place of the rest', () => {
  const environment = { ...process.env, DATABASE_URL: own.url, SMTP_URL: 'smtp://127.0.0.1:1' }
  const installation = { dataDir, environment }
  const keysOf = (name: string, ...args: string[]) => {
    const given = commandEnvironment(installation, settingsHeld(commands[name] as never, args))
    expect(given).toMatchObject({ DATABASE_URL: own.url, DATA_DIR: dataDir })
    expect(Object.keys(given)).toEqual(expect.arrayContaining([...confidential]))
    return keyNames.filter((key) => given[key])
  }
  expect(keysOf('backup', '--to', '/elsewhere')).toEqual([])
  expect(keysOf('backup', '--keys=/elsewhere')).toEqual([...keyNames])
  expect(keysOf('rotate-keys')).toEqual(['SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS'])
  expect(keysOf('doctor')).toEqual([...keyNames])
  const scripts = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).scripts
  for (const [name, { source }] of Object.entries(commands)) expect(scripts[name]).toBe(`tsx ${source}`)
})

test('doctor says of each thing how it is, and fails only when something failed', async () => {
  // What stands for the portal, both gateways and the worker, as the doctor asks them.
  const first = await findFreePorts(7)
  let ready = true
  const answer = (_: unknown, response: ServerResponse) => response.writeHead(ready ? 200 : 503).end('{}')
  const servers = [0, 1, 2, 6].map((at) => createServer(answer).listen(first + at, '127.0.0.1'))
  const relay = await startRelay()
  const settings = {
    ...{ PORTAL_PORT: `${first}`, SANDBOX_PORT: `${first + 1}`, PRODUCTION_PORT: `${first + 2}` },
    ...{ METRICS_PORT: `${first + 3}`, SMTP_URL: relay.url, REVIEWER_EMAIL: 'reviewer@example.org' },
    SECRET_ENCRYPTION_KEYS: bothKeys,
  }
  const good = await run('doctor', [], settings)
  expect(good, good.out).toMatchObject({ code: 0, err: '' })
  expect(good.out).toContain('✓ Settings: ')
  expect(good.out).toContain('! Backup: ')
  expect(good.out).not.toContain('✗')

  const told = await run('doctor', ['--json'], settings)
  expect(told.code).toBe(0)
  const findings: { check: string; subject?: string; state: string; advice: string | null }[] = JSON.parse(
    told.out,
  )
  expect(new Set(findings.map(({ check }) => check))).toEqual(new Set(Object.keys(checks)))
  for (const { state, advice } of findings) expect(advice === null).toBe(state === 'good')

  ready = false
  await relay.close()
  const bad = await run('doctor', ['--json'], settings)
  expect(bad.code).toBe(1)
  const failed = (JSON.parse(bad.out) as typeof findings).filter(({ state }) => state === 'failed')
  expect(failed.map(({ check, subject }) => subject ?? check)).toEqual(
    expect.arrayContaining(['portal', 'sandbox', 'production', 'relay']),
  )
  for (const server of servers) server.close()
}, 120_000)

test('doctor names a setting that is wrong, and what to do', async () => {
  const settings = { ...process.env, DATABASE_URL: own.url, DATA_DIR: dataDir, SANDBOX_RATE_LIMIT: 'many' }
  const wrong = await execute('doctor', [], settings)
  expect(wrong).toMatchObject({ code: 1, err: '' })
  expect(wrong.out).toMatch(/^✗ Settings: .*SANDBOX_RATE_LIMIT: .+\n {2}→ .+\n$/)
  const told = await execute('doctor', ['--json'], settings)
  expect(told.code).toBe(1)
  expect(JSON.parse(told.out)).toMatchObject([
    { check: 'settings', outcome: 'wrong', state: 'failed', advice: expect.stringMatching(/\w/) },
  ])
}, 120_000)

test('each script stands under its own name in the database', async () => {
  const { rows } = await owner.query(
    `SELECT DISTINCT split_part(name, ' ', 1) AS name FROM writer ORDER BY 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'guichet-create-reviewer',
    'guichet-prepare',
    'guichet-reset-factor',
    'guichet-rotate-keys',
  ])
})

test.each([
  ['doctor', '_prisma_migrations', 'guichet-doctor'],
  ['verify-audit', 'audit_entry', 'guichet-audit-verify'],
])(
  'and %s, which only reads',
  async (script, table, name) => {
    const blocker = new Client({ connectionString: own.url })
    await blocker.connect()
    await blocker.query(`BEGIN; LOCK TABLE ${table}`)
    const waiting = run(script)
    const find = () =>
      one(`SELECT split_part(application_name, ' ', 1) AS name FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    await vi.waitFor(async () => expect(await find()).toEqual({ name }), { timeout: 60_000, interval: 100 })
    await blocker.end()
    await waiting
  },
  120_000,
)
