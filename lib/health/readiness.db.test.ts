import { beforeAll, expect, test, vi } from 'vitest'
import { requireSetting } from '@/lib/env'
import { generateKey, type Keyring } from '@/lib/keyring'
import { createPool } from '@/lib/pool'
import { createClient } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { checkDatabase } from './database-checks'
import { checkGatewayKeys } from './gateway-keys'
import { checkEncryptionKeys } from './key-checks'
import { createReadiness } from './readiness'

const databases = withOwnDatabase()
const { owner, gateway } = databases

beforeAll(async () => {
  await createClient(owner)
})

const wrong = generateKey('other')
const right = { hashes: requireSetting('SECRET_HASH_KEYS'), tokens: requireSetting('TOKEN_KEYS') }

function watch(pool: typeof gateway, keys: { hashes: Keyring; tokens: Keyring; lost?: string[] } = right) {
  const lines: unknown[] = []
  const note = (...line: unknown[]) => void lines.push(line)
  const logger = { error: note, info: note } as never
  const checkKeys = () => checkGatewayKeys(pool, 'sandbox', { lost: [], ...keys })
  return { ...createReadiness({ pool, logger, checkKeys }), lines, keys }
}

const readOnly = (url: string) =>
  `${url}${url.includes('?') ? '&' : '?'}options=-c%20default_transaction_read_only%3Don`

test('a prepared database and keys that match: ready, and nothing is logged', async () => {
  const { check, lines } = watch(gateway)
  expect(await check()).toEqual({ ready: true })
  expect(lines).toEqual([])
})

test.each([
  ['postgres://guichet:hunter2@127.0.0.1:1/guichet', /ECONNREFUSED/],
  [
    () =>
      databases.gatewayUrl.replace(/:[^:@]*@/, ':wrong@').replace(/\/[^/?]*(\?|$)/, '/no_such_database$1'),
    /./,
  ],
])('an unreachable database is logged once, with its cause', async (url, cause) => {
  const pool = createPool(typeof url === 'string' ? url : url(), 1, 'test')
  const { check, lines } = watch(pool)
  const reason = 'database_unreachable'
  expect([await check(), await check()]).toEqual([
    { ready: false, reason },
    { ready: false, reason },
  ])
  expect(lines).toEqual([[{ reason, cause: expect.stringMatching(cause) }, 'cannot serve']])
  expect(JSON.stringify(lines)).not.toContain('hunter2')
  await pool.end()
})

// It measures time, which a busy machine may lack.
test('a machine that is busy while a process starts may take longer for the first answer than for later ones', {
  retry: 2,
}, async () => {
  const { check } = watch(gateway)
  await gateway.query('SELECT 1')
  const checkSlowly = async () => {
    const client = await owner.connect()
    try {
      await client.query('BEGIN; LOCK TABLE _prisma_migrations')
      const [found] = await Promise.all([check(), client.query('SELECT pg_sleep(1.7); COMMIT')])
      return found
    } finally {
      client.release()
    }
  }
  expect(await checkSlowly()).toEqual({ ready: true })
  expect(await checkSlowly()).toEqual({ ready: false, reason: 'database_unreachable' })
})

test('a database that was never prepared, or has not granted this role its rights', async () => {
  await owner.query('REVOKE SELECT ON _prisma_migrations FROM guichet_test_gateway')
  const { check, lines } = watch(gateway)
  expect(await check()).toEqual({ ready: false, reason: 'database_not_prepared' })
  expect(JSON.stringify(lines)).toContain('run guichet prepare')
  await owner.query('GRANT SELECT ON _prisma_migrations TO guichet_test_gateway')
  await owner.query('ALTER TABLE _prisma_migrations RENAME TO put_away')
  expect(await check()).toEqual({ ready: false, reason: 'database_not_prepared' })
  await owner.query('ALTER TABLE put_away RENAME TO _prisma_migrations')
  expect(await check()).toEqual({ ready: true })
  expect(lines.at(-1)).toEqual(['ready again'])
})

test('migrations that are pending', async () => {
  const { check, lines } = watch(gateway)
  await owner.query('UPDATE _prisma_migrations SET finished_at = NULL')
  expect(await check()).toEqual({ ready: false, reason: 'migrations_pending' })
  await owner.query('UPDATE _prisma_migrations SET finished_at = now()')
  expect(lines).toHaveLength(1)
})

test('a database that takes no changes, in which no call can succeed', async () => {
  const standby = createPool(readOnly(databases.gatewayUrl), 1, 'test')
  expect(await watch(standby).check()).toEqual({ ready: false, reason: 'database_read_only' })
  expect(await checkDatabase(standby)).toMatchObject({ outcome: 'read_only' })
  await standby.end()
})

test('a restore that has not ended, although every migration is applied', async () => {
  const { check, lines } = watch(gateway)
  await owner.query('CREATE TABLE _restore_unfinished ()')
  expect(await check()).toEqual({ ready: false, reason: 'restore_unfinished' })
  await owner.query('DROP TABLE _restore_unfinished')
  expect(JSON.stringify(lines)).toContain('run guichet restore again')
})

// ASVS 13.3.1
test('keys of another installation: every client would be refused', async () => {
  const { check, lines } = watch(gateway, { ...right, hashes: [wrong] })
  expect(await check()).toEqual({ ready: false, reason: 'keys_do_not_match' })
  expect(lines).toEqual([
    [
      {
        reason: 'keys_do_not_match',
        cause: 'SECRET_HASH_KEYS: data is stored under key test, which is not among them',
      },
      'cannot serve',
    ],
  ])
  expect(await watch(gateway, { ...right, hashes: [wrong], lost: ['test'] }).check()).toEqual({ ready: true })
})

test('a statement that a pooler lost, once it shows in service', async () => {
  const pool = createPool(databases.gatewayUrl, 2, 'test')
  const lines: unknown[][] = []
  const logger = { error: (...line: unknown[]) => lines.push(line), info: () => {} } as never
  const { check, note } = createReadiness({ pool, logger, checkKeys: async () => [], namesStatements: true })
  expect(await check()).toEqual({ ready: true })
  note(Object.assign(new Error('deadlock'), { code: '40P01' }))
  expect(await check()).toEqual({ ready: true })
  for (const code of ['26000', '42P05', '26000']) note(Object.assign(new Error('statement'), { code }))
  expect(await check()).toEqual({ ready: false, reason: 'pooler_loses_statements' })
  expect(lines).toEqual([[expect.objectContaining({ reason: 'pooler_loses_statements' }), 'cannot serve']])
  await pool.end()
})

test('a right that a call lacked, and no other one', async () => {
  const { check, note, lines } = watch(gateway)
  const error = Object.assign(new Error('permission denied for table access_token'), { code: '42501' })
  note(error)
  expect(await check()).toEqual({ ready: true })
  note(error, true)
  expect(await check()).toEqual({ ready: false, reason: 'database_not_prepared' })
  expect(JSON.stringify(lines)).toContain('permission denied for table access_token: run guichet prepare')
})

test('one connection is enough to find out whether statements are carried, and a busy one is no obstacle', async () => {
  const pool = createPool(databases.gatewayUrl, 1, 'test')
  const logger = { error: () => {}, info: () => {} } as never
  const options = { pool, logger, checkKeys: async () => [], namesStatements: true }
  expect(await createReadiness(options).check()).toEqual({ ready: true })
  const busy = createReadiness(options)
  const connect = vi.spyOn(pool, 'connect').mockImplementation(() => new Promise(() => {}) as never)
  const query = vi
    .spyOn(pool, 'query')
    .mockImplementation(((...asked: [string]) => gateway.query(...asked)) as never)
  expect(await busy.check()).toEqual({ ready: true })
  connect.mockRestore()
  query.mockRestore()
  await pool.end()
})

test('a flood of probes is one check, so that the connection stays free for requests', async () => {
  const { check } = watch(gateway)
  expect(await check()).toEqual({ ready: true })
  const query = vi.spyOn(gateway, 'query')
  const found = await Promise.all(Array.from({ length: 500 }, check))
  expect(found).toEqual(found.map(() => ({ ready: true })))
  expect(query).toHaveBeenCalledTimes(1)
  query.mockRestore()
  await owner.query('UPDATE _prisma_migrations SET finished_at = NULL')
  expect(await check()).toEqual({ ready: false, reason: 'migrations_pending' })
  await owner.query('UPDATE _prisma_migrations SET finished_at = now()')
})

test('keys that matched at the start are not compared again: others may be rotating them', async () => {
  const { check } = watch(gateway)
  expect(await check()).toEqual({ ready: true })
  await owner.query(`UPDATE client_secret SET hash_key_id = 'newer'`)
  expect(await check()).toEqual({ ready: true })
  expect(await watch(gateway).check()).toEqual({ ready: false, reason: 'keys_do_not_match' })
  await owner.query(`UPDATE client_secret SET hash_key_id = 'test'`)
})

test('the encryption keys, with the rights of the worker', async () => {
  const worker = createPool(databases.workerUrl, 1, 'test')
  const kinds = ['client_secret', 'mail_message', 'webhook_secret'] as const
  const check = (keys: Keyring) => checkEncryptionKeys(worker, keys, [], kinds)
  expect(await check(requireSetting('SECRET_ENCRYPTION_KEYS'))).toMatchObject({ outcome: 'good' })
  expect(await check([wrong])).toMatchObject({ outcome: 'missing', values: { key: 'test' } })
  await worker.end()
})
