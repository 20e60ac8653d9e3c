import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keyNames } from '@/lib/env'
import { noteRun } from '@/lib/health/command-runs'
import { checks } from '@/lib/health/schema'
import { formatKeyring, generateKey } from '@/lib/keyring'
import { createAccount } from '@/test/factories'
import { bundled, runGuichet, runNode } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'
import { startRelay } from '@/test/relay'
import { temporaryFolder } from '@/test/resources'
import { findFreePorts } from '../check/ports'
import { projectRoot } from '../launch/root'
import { basicEnvironment } from '../launch/spawn'
import { commands, settingsHeld } from './commands'
import { nameOperator } from './operator'

const fresh = formatKeyring([generateKey('fresh')])
/** A new key, and the previous one, which still encrypts something. */
const bothKeys = `${fresh},${process.env.SECRET_ENCRYPTION_KEYS}`

const own = withOwnDatabase()
const { owner } = own
const dataDir = temporaryFolder()

const run = (name: string, args: string[] = [], env: Record<string, string | undefined> = {}) =>
  runGuichet([name, ...args], { DATABASE_URL: own.url, DATA_DIR: dataDir, ...env })

async function one(text: string, values: unknown[] = []) {
  return (await owner.query(text, values)).rows[0]
}

test('preparing a database requires its administrator’s address, and invites no one else', async () => {
  const roles = {
    portal: 'guichet_test_portal',
    gateway: 'guichet_test_gateway',
    worker: 'guichet_test_worker',
  }
  const prepare = (env: Record<string, string>) =>
    runNode([bundled('prepare')], {
      ...basicEnvironment(),
      NODE_ENV: 'production' as const,
      DATA_DIR: dataDir,
      DATABASE_URL: own.url,
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

test('prepare refuses demo accounts before it migrates, and says that repeating it is of no use', async () => {
  const secrets = { SECRET_ENCRYPTION_KEYS: fresh, REVIEWER_EMAIL: 'first@example.com' }
  await createAccount(owner, '999771234567', { environment: 'production' })
  await owner.query(`UPDATE wallet_account SET demo = true WHERE environment = 'production'`)
  const keys = Object.fromEntries(keyNames.map((name) => [name, process.env[name]]))
  expect(await run('prepare', [], { ...keys, ...secrets })).toMatchObject({
    code: 78,
    out: expect.stringMatching(/^From .+\(migration \w+\) to \d.+\.\n$/),
    err: expect.stringMatching(/^DATABASE_URL: Production holds \d+ demo accounts.*--remove-demo/),
  })
  await owner.query('DELETE FROM wallet_account WHERE demo')
  expect(await run('prepare', [], { ...keys, ...secrets })).toMatchObject({ code: 0 })
  expect(await run('prepare', [], { ...keys, SANDBOX_PORT: 'x' })).toMatchObject({ code: 78 })
  expect(
    await run('prepare', [], { ...keys, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
  ).toMatchObject({ code: 1 })
}, 120_000)

// ASVS 16.2.1
test('create-reviewer sends an invitation, or reports why not', async () => {
  expect(await run('create-reviewer', ['notanemail'])).toEqual({
    code: 1,
    out: '',
    err: '"notanemail" is not an e-mail address.\n',
  })
  const made = await run('create-reviewer', ['Awa@Example.com', '--administrator', '--language', 'fr'])
  expect(made).toMatchObject({
    code: 0,
    out: 'An invitation as administrator is on its way to awa@example.com.\n',
  })
  expect(await one(`SELECT template, locale FROM mail_message WHERE to_address = 'awa@example.com'`)).toEqual(
    { template: 'reviewer-invitation', locale: 'fr' },
  )
  expect(await one(`SELECT actor_role, detail FROM audit_entry WHERE action = 'developer.invited'`)).toEqual({
    actor_role: 'system',
    detail: { role: 'administrator', operator: nameOperator() },
  })
}, 120_000)

test.each(['create-reviewer', 'reset-factor'])(
  '%s refuses keys under which no worker could read its e-mail',
  { tags: 'slow', timeout: 120_000 },
  async (name) => {
    const wrong = Buffer.alloc(32, 1).toString('base64')
    expect(await run('create-reviewer', ['known@example.com'])).toMatchObject({ code: 0 })
    const mails = await one('SELECT count(*) FROM mail_message')
    for (const id of ['other', process.env.SECRET_ENCRYPTION_KEYS?.split(':')[0]])
      expect(
        await run(name, ['known@example.com'], { SECRET_ENCRYPTION_KEYS: `${id}:${wrong}` }),
      ).toMatchObject({
        code: 1,
        err: expect.stringMatching(
          /^SECRET_ENCRYPTION_KEYS: does not open what is stored under key \w+: use/,
        ),
      })
    expect(await one('SELECT count(*) FROM mail_message')).toEqual(mails)
  },
)

test('reset-factor removes the second factor of a sole administrator', async () => {
  expect(await run('reset-factor')).toMatchObject({
    code: 1,
    err: 'EMAIL is missing. See "guichet reset-factor --help".\n',
  })
  const unknown = await run('reset-factor', ['nobody@example.com'])
  expect(unknown).toMatchObject({ code: 1, err: 'No account has this e-mail address.\n' })
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

test('audit:verify passes, records the head outside the database, and then notices truncation', async () => {
  const clean = await run('audit:verify')
  expect(clean).toMatchObject({
    code: 0,
    out: expect.stringContaining('nothing was changed, removed or reordered'),
  })
  const noted = `SELECT completed_at IS NOT NULL AS completed, faults FROM command_run WHERE command = 'audit:verify'`
  expect(await one(noted)).toEqual({ completed: true, faults: 0 })
  const readHeads = () => JSON.parse(readFileSync(join(dataDir, 'audit-head.json'), 'utf8'))
  const [[name = '', head]] = Object.entries<{ sequence: string; hash: string }>(readHeads()) as [
    [string, { sequence: string; hash: string }],
  ]
  expect(clean.out).toContain(`Head: ${head.sequence}:${head.hash}`)

  await owner.query('ALTER TABLE audit_entry DISABLE TRIGGER USER')
  await owner.query('DELETE FROM audit_entry WHERE sequence = $1', [head.sequence])
  const cut = await run('audit:verify')
  expect(cut).toMatchObject({
    code: 1,
    out: expect.stringContaining(`Row ${head.sequence} is missing: the end of the log was cut off.`),
  })
  expect(readHeads()).toEqual({ [name]: head })
  // That of another database is none of this one; one from before they were told apart is.
  const note = (heads: object) => writeFileSync(join(dataDir, 'audit-head.json'), JSON.stringify(heads))
  note({ '1/1': head })
  expect(await run('audit:verify')).toMatchObject({ code: 0 })
  expect(Object.keys(readHeads()).sort()).toEqual(['1/1', name].sort())
  note(head)
  expect((await run('audit:verify')).out).toContain('the end of the log was cut off')
  expect(await one(noted)).toEqual({ completed: true, faults: 1 })
  const elsewhere = await run('audit:verify', ['--head', `${head.sequence}:${head.hash}`], {
    DATA_DIR: join(dataDir, 'other'),
  })
  expect(elsewhere.out).toContain('the end of the log was cut off')
  const given = ['--head', `${head.sequence}:${head.hash}`]
  expect(
    await run('audit:verify', given, { DATA_DIR: '/dev/null/none' }),
    'nowhere to note it',
  ).toMatchObject({
    code: 1,
    out: expect.stringContaining('the end of the log was cut off'),
    err: expect.stringContaining('ENOTDIR'),
  })
  await owner.query(`UPDATE audit_entry SET action = 'x' WHERE sequence = 1`)
  expect((await run('audit:verify')).out).toContain('Row 1 was changed.')
  await owner.query('DELETE FROM audit_entry')
  await owner.query('ALTER TABLE audit_entry ENABLE TRIGGER USER')
  expect(await run('audit:verify', ['--head', 'x'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('--head'),
  })
}, 120_000)

test('rotate-keys reports what it did and what is left', async () => {
  const alone = await run('rotate-keys', [], { SECRET_ENCRYPTION_KEYS: fresh })
  expect(alone.code).toBe(1)
  expect(alone.out).toContain('cannot be read: its key is missing, or it was changed')
  expect(alone.out).toMatch(/left under key test: \d+ mails/)
  const both = await run('rotate-keys', [], { SECRET_ENCRYPTION_KEYS: bothKeys })
  expect(both).toMatchObject({ code: 0, out: expect.stringContaining('Nothing is left under older keys.') })
  expect(
    await one(
      `SELECT subject_id, detail->>'operator' AS operator FROM audit_entry WHERE action = 'keys.rotated'`,
    ),
  ).toEqual({ subject_id: 'fresh', operator: nameOperator() })
  const external = await run('rotate-keys', ['--new-key'])
  expect(external).toMatchObject({ code: 1, err: expect.stringContaining('is set by you') })
}, 120_000)

// ASVS 13.3.2
test('a command holds the keys that it needs and no others', () => {
  const keysOf = (name: string, ...args: string[]) =>
    keyNames.filter((key) => settingsHeld(commands[name] as never, args).includes(key))
  expect(keysOf('backup', '--to', '/elsewhere')).toEqual([])
  expect(keysOf('backup', '--keys=/elsewhere')).toEqual([...keyNames])
  expect(keysOf('prepare')).toEqual(['SECRET_ENCRYPTION_KEYS'])
  expect(keysOf('rotate-keys')).toEqual(['SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS'])
  expect(keysOf('doctor')).toEqual([...keyNames])
})

test('each command that older releases had as an npm script still has it', () => {
  const { scripts, bin } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  expect(bin).toEqual({ guichet: 'scripts/operate/guichet.mjs' })
  const later = ['configuration', 'feed']
  for (const name of Object.keys(commands).filter((each) => !later.includes(each)))
    expect(scripts[name === 'prepare' ? 'prepare-database' : name]).toBe(
      `node scripts/operate/guichet.mjs ${name}`,
    )
})

test('doctor reports each check, and fails only if one failed', async () => {
  // Replaces the portal, both gateways and the worker when the doctor queries them.
  const first = await findFreePorts(7)
  let ready = true
  const answer = (_: unknown, response: ServerResponse) =>
    response.writeHead(ready ? 200 : 503).end(JSON.stringify({ status: ready ? 'ready' : 'unavailable' }))
  const servers = [0, 1, 2, 6].map((at) => createServer(answer).listen(first + at, '127.0.0.1'))
  const relay = await startRelay()
  await noteRun(owner, 'audit:verify')
  const settings = {
    PORTAL_PORT: `${first}`,
    SANDBOX_PORT: `${first + 1}`,
    PRODUCTION_PORT: `${first + 2}`,
    DATA_DIR: join(dataDir, 'doctor'),
    METRICS_PORT: `${first + 3}`,
    SMTP_URL: relay.url,
    MAIL_FROM: 'portal@example.org',
    REVIEWER_EMAIL: 'reviewer@example.org',
    SECRET_ENCRYPTION_KEYS: bothKeys,
  }
  const good = await run('doctor', [], settings)
  expect(good, good.out).toMatchObject({ code: 0, err: '' })
  expect(good.out).toContain('✓ Settings: ')
  const misspelt = await run('doctor', [], { ...settings, SANDBOX_RATE_LIMT: '3' })
  expect(misspelt.out).toContain(
    '! Settings: SANDBOX_RATE_LIMT is not a setting and has no effect. Did you mean',
  )
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
  const bad = await run('doctor', ['--json'], { ...settings, FEED_MAPPING: '/nowhere' })
  expect(bad.code).toBe(1)
  expect((JSON.parse(bad.out) as object[])[0]).toMatchObject({
    check: 'settings',
    outcome: 'wrong',
    values: { reason: 'FEED_MAPPING: /nowhere cannot be read (ENOENT).' },
  })
  const failed = (JSON.parse(bad.out) as typeof findings).filter(({ state }) => state === 'failed')
  expect(failed.map(({ check, subject }) => subject ?? check)).toEqual(
    expect.arrayContaining(['portal', 'sandbox', 'production', 'relay']),
  )
  for (const server of servers) server.close()
}, 120_000)

test('doctor names a wrong setting, and what to do', { tags: 'slow', timeout: 120_000 }, async () => {
  const settings = { SANDBOX_RATE_LIMIT: 'many' }
  const wrong = await run('doctor', [], settings)
  expect(wrong).toMatchObject({ code: 1, err: '' })
  expect(wrong.out).toMatch(/^✗ Settings: .*SANDBOX_RATE_LIMIT: .+\n {2}→ .+\n$/)
  const told = await run('doctor', ['--json'], settings)
  expect(told.code).toBe(1)
  expect(JSON.parse(told.out)).toMatchObject([
    { check: 'settings', outcome: 'wrong', state: 'failed', advice: expect.stringMatching(/\w/) },
  ])
})
