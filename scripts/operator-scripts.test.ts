import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatKeyring, generateKey } from '@/lib/keyring'
import { createTestDatabase, type TestDatabase } from '@/test/postgres'
import { projectRoot } from './root'

let own: TestDatabase
let owner: Client
let dataDir: string

beforeAll(async () => {
  own = await createTestDatabase()
  owner = new Client({ connectionString: own.url })
  await owner.connect()
  dataDir = mkdtempSync(join(tmpdir(), 'guichet-scripts-'))
})

afterAll(async () => {
  await owner.end()
  await own.drop()
  rmSync(dataDir, { recursive: true })
})

/** As an operator runs it, on a database of their own. */
function run(script: string, args: string[] = [], env: Record<string, string> = {}) {
  const settings = {
    ...process.env,
    DATABASE_URL: own.url,
    DATA_DIR: dataDir,
    NODE_ENV: 'production' as const,
    ...env,
  }
  const tsx = join(projectRoot, 'node_modules/tsx/dist/cli.mjs')
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [tsx, `scripts/${script}.ts`, ...args],
      { cwd: projectRoot, env: settings },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })
}

async function one(text: string, values: unknown[] = []) {
  return (await owner.query(text, values)).rows[0]
}

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
  const old = process.env.SECRET_ENCRYPTION_KEYS ?? ''
  const fresh = formatKeyring([generateKey('fresh')])
  const alone = await run('rotate-keys', [], { SECRET_ENCRYPTION_KEYS: fresh })
  expect(alone.code).toBe(1)
  expect(alone.out).toContain('cannot be read: its key is missing, or it was changed')
  expect(alone.out).toMatch(/left under key test: \d+ mails/)
  const both = await run('rotate-keys', [], { SECRET_ENCRYPTION_KEYS: `${fresh},${old}` })
  expect(both).toMatchObject({ code: 0, out: expect.stringContaining('Nothing is left under older keys.') })
  expect(await one(`SELECT subject_id FROM audit_entry WHERE action = 'keys.rotated'`)).toEqual({
    subject_id: 'fresh',
  })
  const external = await run('rotate-keys', ['--new-key'])
  expect(external).toMatchObject({ code: 1, err: expect.stringContaining('is set by you') })
}, 120_000)
