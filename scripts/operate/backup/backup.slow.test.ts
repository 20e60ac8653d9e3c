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
import { constants } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withClient } from '@/lib/pool'
import { findFreePorts } from '@/scripts/check/ports'
import { finish, readAll, waitForBackend, withBackups } from '@/test/backups'
import { startGateway } from '@/test/guichet'
import type { TestDatabase } from '@/test/postgres'

vi.setConfig({ testTimeout: 120_000 })

const { source, owner, folder, audit, start, run, backUp, createEmpty } = withBackups()

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
  expect(await once(child, 'exit')).toEqual([128 + constants.signals[signal], null])
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

const interruptions = [
  // Before its only transaction commits, and before its last step.
  ['SIGKILL', 'INSERT INTO', 'SHARE'],
  ['SIGINT', 'INSERT INTO', 'SHARE'],
  ['SIGTERM', 'DROP TABLE', 'ACCESS SHARE'],
] as const

test.each(interruptions)(
  'a restore that %s ends at its %s: nothing starts, until it has been run again',
  async (...how) => {
    const [signal, statement, mode] = how
    const archive = await backUp()
    const target = await createEmpty()
    const child = start('restore', [archive], target)
    const ended = finish(child)
    const blocker = new Client({ connectionString: target.url })
    await blocker.connect()
    const exists = async (name: string) =>
      (await blocker.query('SELECT to_regclass($1) AS found', [name])).rows[0].found !== null
    await vi.waitUntil(() => exists('_restore_unfinished'), { timeout: 30_000, interval: 5 })
    await blocker.query(`BEGIN; LOCK TABLE _restore_unfinished IN ${mode} MODE`)
    await waitForBackend(owner, 'guichet-restore', `${statement} _restore_unfinished`)
    child.kill(signal)
    const { code, err } = await ended
    // Its connection would notice only at its next statement.
    await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'guichet-restore'`,
    )
    await blocker.query('ROLLBACK')
    await blocker.end()
    if (signal !== 'SIGKILL') {
      expect(code).toBe(128 + constants.signals[signal])
      expect(err).toContain('No process starts on this database until you have run "guichet restore" again.')
    }
    expect(await readiness(target)).toMatchObject({ status: 503 })
    for (const name of ['migrate', 'prepare'])
      expect(await run(name, [], target, { REVIEWER_EMAIL: 'a@example.com' })).toMatchObject({
        code: 1,
        err: expect.stringContaining('run "guichet restore" again'),
      })
    expect(await readiness(target)).toMatchObject({ status: 503 })
    const again = await run('restore', [archive, '--check'], target)
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('obtained a token') })
    expect(await readiness(target)).toMatchObject({ status: 200 })
  },
)

/** The response of a gateway that connects as the owner: no missing right is a second reason. */
async function readiness(target: TestDatabase) {
  const first = await findFreePorts(2)
  const gateway = startGateway({ ...target, gatewayUrl: target.url }, first, first + 1)
  try {
    return await vi.waitFor(() => fetch(`http://127.0.0.1:${first}/readyz`), 30_000)
  } finally {
    gateway.kill('SIGKILL')
    await once(gateway, 'exit')
  }
}

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
