import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import type { Pool } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { database, databasePool } from '@/lib/database'
import { parseSettings, requireSetting } from '@/lib/env'
import { features } from '@/lib/features'
import { generateKey } from '@/lib/keyring'
import { queueMail } from '@/lib/mail/commands'
import { createPool } from '@/lib/pool'
import { deriveToken, hashToken } from '@/lib/tokens/token'
import { inspectDatabase } from '@/scripts/launch/start/database'
import { explain } from '@/scripts/operate/explain'
import { createCertificate } from '@/test/certificate'
import { createClient } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { startRelay } from '@/test/relay'
import { temporaryFolder } from '@/test/resources'
import { createDraft } from '@/test/validation'
import { checkAudit, checkBackup, noteRun } from './command-runs'
import {
  checkClock,
  checkDatabase,
  checkMigrations,
  checkStandbys,
  checkTemporaryTables,
} from './database-checks'
import { checkTokenKeys } from './gateway-keys'
import { checkStoredKeys } from './key-checks'
import {
  checkCertificates,
  checkLimitStore,
  checkMailQueue,
  checkProcesses,
  checkRelay,
  checkScanner,
} from './network-checks'
import { createReadiness } from './readiness'
import { checkDisk, runChecks } from './run-checks'
import { healthStateOf } from './schema'

const databases = withOwnDatabase({ requirements: ['Tax registration'] })
const { owner } = databases
let portal: Pool
const folder = temporaryFolder()

beforeAll(async () => {
  // As the portal, which shows the same page and has the fewest rights of all callers.
  portal = databasePool()
})

const listening = async (server: Server) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

test('standbys that are not set, or that another process has', async () => {
  expect(await checkStandbys(portal, [], 5)).toMatchObject([{ outcome: 'unused' }])
  expect(await checkStandbys(portal, undefined, 5)).toMatchObject([{ outcome: 'elsewhere' }])
})

test('a malformed standby URL, and one where nothing listens', async () => {
  const found = await checkStandbys(
    portal,
    [databases.gatewayUrl, 'postgres://nobody@127.0.0.1:1/nothing'],
    5,
  )
  expect(found).toMatchObject([
    { outcome: 'primary' },
    { outcome: 'unreachable', values: { host: '127.0.0.1:1', reason: 'ECONNREFUSED' } },
  ])
})

test('a database that responds, and one that does not', async () => {
  expect(await checkDatabase(portal)).toMatchObject({
    check: 'database',
    values: { version: expect.stringMatching(/^1[5-9]/) },
  })
  const gone = createPool('postgres://nobody@127.0.0.1:1/nothing', 1, 'test')
  expect(await checkDatabase(gone)).toEqual({
    check: 'database',
    outcome: 'unreachable',
    values: { reason: 'ECONNREFUSED' },
  })
  await gone.end()
})

test('a database with a certificate of an authority of one’s own says what to set, wherever one connects', async () => {
  const certificate = createCertificate(folder, 'postgres', ['-addext', 'subjectAltName=IP:127.0.0.1'])
  // PostgreSQL's SSLRequest: the client goes on to TLS after an S.
  const server = createTcpServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write('S')
        new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => {})
      })
  })
  const port = await listening(server)
  for (const mode of ['require', 'prefer', 'verify-full']) {
    const url = `postgres://u:very-secret@127.0.0.1:${port}/x?sslmode=${mode}`
    const pool = createPool(url, 1, 'test')
    expect(await checkDatabase(pool)).toMatchObject({
      outcome: 'untrusted',
      values: { reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    })
    const error = await inspectDatabase('DATABASE_URL', url).catch((thrown) => thrown)
    expect(error.message).toMatch(/^DATABASE_URL: .*\(DEPTH_ZERO_SELF_SIGNED_CERT\): add sslrootcert=/)
    expect(explain(await pool.connect().catch((thrown) => thrown))).toContain('add sslrootcert=')
    const causes: string[] = []
    const logger = { error: ({ cause }: { cause: string }) => causes.push(cause), info() {} }
    const readiness = createReadiness({ pool, logger: logger as never, checkKeys: async () => [] })
    expect(await readiness.check()).toEqual({ ready: false, reason: 'database_unreachable' })
    expect(causes).toEqual([expect.stringContaining('add sslrootcert=')])
    await pool.end()
  }
  server.close()
})

test('temporary tables for everyone are a warning, and for no one are good', async () => {
  const database = new URL(databases.url).pathname.slice(1)
  await owner.query(`GRANT TEMPORARY ON DATABASE ${database} TO PUBLIC`)
  expect(await checkTemporaryTables(portal)).toMatchObject({ outcome: 'allowed', values: { database } })
  await owner.query(`REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC`)
  expect(await checkTemporaryTables(portal)).toMatchObject({ outcome: 'good' })
})

test('migrations that are pending, unfinished or unknown', async () => {
  expect(await checkMigrations(portal)).toMatchObject({ outcome: 'good' })
  await owner.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '9999_later', now())`,
  )
  expect(await checkMigrations(portal)).toMatchObject({
    outcome: 'newer',
    values: { count: 1, name: '9999_later' },
  })
  await owner.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE id = 'x'`)
  expect(await checkMigrations(portal)).toMatchObject({
    outcome: 'unfinished',
    values: { name: '9999_later' },
  })
  await owner.query(`DELETE FROM _prisma_migrations WHERE id = 'x'`)
  const { rows } = await owner.query(
    `DELETE FROM _prisma_migrations WHERE migration_name LIKE '20261126000000%' RETURNING *`,
  )
  expect(await checkMigrations(portal)).toMatchObject({
    outcome: 'pending',
    values: { count: 1, name: rows[0].migration_name },
  })
  await owner.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ($1, $2, $3, now())`,
    [rows[0].id, rows[0].checksum, rows[0].migration_name],
  )
})

test('clocks that agree', async () => {
  expect(await checkClock(portal)).toMatchObject({ outcome: 'good', values: { seconds: expect.any(Number) } })
})

test('keys that open what is stored, that are missing, or are others', async () => {
  const client = await createClient(owner)
  const [encryption, hashes, tokens] = (
    ['SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS', 'TOKEN_KEYS'] as const
  ).map(requireSetting)
  if (!encryption || !hashes || !tokens) throw new Error('the test has no keys')
  expect(await checkStoredKeys(portal, encryption, hashes)).toMatchObject([
    { check: 'encryption_keys', outcome: 'good' },
    { check: 'hash_keys', outcome: 'good' },
  ])
  const other = generateKey('other')
  expect(await checkStoredKeys(portal, [other], [other], ['test'])).toMatchObject([
    { outcome: 'good', values: { count: 0 } },
    { outcome: 'good' },
  ])
  const fake = { ...other, id: 'test' }
  expect(await checkStoredKeys(portal, [other], [other])).toMatchObject([
    { outcome: 'missing', values: { key: 'test', what: 'client_secret' } },
    { outcome: 'missing', values: { key: 'test' } },
  ])
  expect(await checkStoredKeys(portal, [fake], hashes)).toMatchObject([
    { outcome: 'unreadable' },
    { outcome: 'good' },
  ])
  expect(await checkStoredKeys(portal, encryption, [fake])).toMatchObject([
    { outcome: 'good' },
    { outcome: 'mismatch' },
  ])
  await createDraft(owner)
  await owner.query(`UPDATE document SET encryption_key_id = 'gone'`)
  expect(await checkStoredKeys(portal, encryption, hashes)).toMatchObject([
    { outcome: 'missing', values: { key: 'gone', what: 'document' } },
    { outcome: 'good', values: { count: 1 } },
  ])
  await owner.query(`UPDATE document SET encryption_key_id = 'test'; DELETE FROM mail_message`)
  const origin = {
    environment: 'sandbox' as const,
    applicationId: client.applicationId,
    generation: '1',
    nonce: '00'.repeat(16),
  }
  await owner.query(
    `INSERT INTO access_token (application_id, generation, nonce, key_id, token_hash, expires_at)
     VALUES ($1, 1, decode($2, 'hex'), 'test', decode($3, 'hex'), now() + interval '1 minute')`,
    [client.applicationId, origin.nonce, hashToken(deriveToken(tokens[0], origin))],
  )
  expect(await checkTokenKeys(portal, tokens)).toMatchObject({ outcome: 'good', values: { count: 1 } })
  expect(await checkTokenKeys(portal, [other])).toMatchObject({ outcome: 'missing' })
  expect(await checkTokenKeys(portal, [fake])).toMatchObject({ outcome: 'mismatch' })
  expect(await checkTokenKeys(portal, undefined)).toMatchObject({ outcome: 'elsewhere' })
})

test('an outbox that is moving, waiting, stuck, or has failed mails', async () => {
  expect(await checkMailQueue()).toMatchObject({ outcome: 'good', values: { queued: 0 } })
  await database().$transaction((transaction) =>
    queueMail(transaction, { id: null, email: 'a@example.org', locale: 'en' }, 'activation-link', {
      link: 'https://x',
      hours: 1,
    }),
  )
  expect(await checkMailQueue()).toMatchObject({ outcome: 'good', values: { queued: 1 } })
  await owner.query(`UPDATE mail_message SET created_at = now() - interval '10 minutes'`)
  expect(await checkMailQueue()).toMatchObject({ outcome: 'waiting', values: { minutes: 10 } })
  await owner.query(`UPDATE mail_message SET created_at = now() - interval '2 hours'`)
  expect(await checkMailQueue()).toMatchObject({ outcome: 'stuck' })
  await owner.query(`UPDATE mail_message SET status = 'failed'`)
  expect(await checkMailQueue()).toMatchObject({ outcome: 'failures', values: { failed: 1 } })
})

test('a relay is tried as a mail is sent: greeting, STARTTLS, certificate, login and sender', async () => {
  const certificate = createCertificate(folder, 'relay', ['-addext', 'subjectAltName=IP:127.0.0.1'])
  const login = { user: 'u', password: 'p', ...certificate, implicit: false }
  const plain = await startRelay({ mail: (from) => (from === 'no@example.org' ? 550 : undefined) })
  const starttls = await startRelay({ login })
  const sullen = createTcpServer((socket) => socket.end('554 go away, very-secret-and-long-queue-id\r\n'))
  const port = await listening(sullen)
  const check = (url: string, from = 'Us <us@example.org>') => checkRelay(url, from)
  const trusting = `127.0.0.1:${starttls.port}?tls.rejectUnauthorized=false`

  expect(await check(plain.url)).toMatchObject({ outcome: 'good', values: { port: plain.port } })
  expect(await check(`smtp://u:p@${trusting}`)).toMatchObject({ outcome: 'good' })
  // Trusted by no one: until STARTTLS it looks well.
  expect(await check(starttls.url)).toMatchObject({
    outcome: 'untrusted',
    values: { reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  })
  expect(await check(`smtp://u:wrong@${trusting}`)).toMatchObject({
    outcome: 'login',
    values: { reason: '535 Invalid username or password' },
  })
  expect(await check(plain.url, 'no@example.org')).toMatchObject({
    outcome: 'sender',
    values: { from: 'no@example.org', reason: '550 refused by the test' },
  })
  expect(await check(`smtp://user:very-secret@127.0.0.1:${port}`)).toEqual({
    check: 'relay',
    outcome: 'refused',
    values: { host: '127.0.0.1', port, from: 'us@example.org', reason: '554 go away, …' },
  })
  expect([plain.received, starttls.received]).toEqual([[], []])
  await Promise.all([plain.close(), starttls.close(), sullen.close()])
  expect(await check(plain.url)).toMatchObject({ outcome: 'unreachable', values: { reason: 'ECONNREFUSED' } })
  expect(await checkRelay(undefined, '')).toMatchObject({ outcome: 'elsewhere' })
})

test('a limit store that responds, and one that does not', async () => {
  const redis = createTcpServer((socket) => {
    // Enough of the protocol (RESP) for a client that connects and pings.
    socket.on('data', (data) => {
      for (const command of data.toString().match(/ping|info|client/gi) ?? [])
        socket.write(
          command.toLowerCase() === 'ping'
            ? '+PONG\r\n'
            : command.toLowerCase() === 'info'
              ? '$0\r\n\r\n'
              : '+OK\r\n',
        )
    })
    socket.on('error', () => {})
  })
  const port = await listening(redis)
  expect(await checkLimitStore(`redis://127.0.0.1:${port}`)).toMatchObject({ outcome: 'good' })
  await new Promise((done) => redis.close(done))
  expect(await checkLimitStore(`redis://127.0.0.1:${port}`)).toMatchObject({
    outcome: 'unreachable',
    values: { reason: 'ECONNREFUSED' },
  })
  expect(await checkLimitStore(null)).toMatchObject({ outcome: 'unused' })
  expect(await checkLimitStore(undefined)).toMatchObject({ outcome: 'elsewhere' })
})

test('processes that are ready, not ready, or silent', async () => {
  const ready = createServer((_request, response) => response.end('{"status":"ready"}'))
  const busy = createServer((_request, response) =>
    response.writeHead(503).end('{"status":"unavailable","reason":"stopping"}'),
  )
  const proxy = createServer((_request, response) => response.writeHead(503).end('The portal restarts.'))
  const first = await listening(ready)
  const second = await listening(busy)
  const third = await listening(proxy)
  const findings = await checkProcesses(
    parseSettings({
      NODE_ENV: 'test',
      PORTAL_PORT: String(first),
      SANDBOX_PORT: String(second),
      PRODUCTION_PORT: String(third),
      METRICS_PORT: '2',
      FEED_PORT: '1',
      FEED_KEYS: `wallet:${'k'.repeat(32)}`,
    }),
  )
  expect(findings[1]?.values).toMatchObject({ reason: 'stopping' })
  expect(findings.slice(2, 4).map(({ values }) => values.reason)).toEqual(['HTTP 503', 'ECONNREFUSED'])
  expect(findings.map(({ subject, outcome }) => `${subject} ${outcome}`)).toEqual([
    'portal good',
    'sandbox not_ready',
    'production silent',
    'worker worker_silent',
    'feed feed_silent',
  ])
  // As from a separate container: the portal is not on this machine.
  const away = parseSettings({ NODE_ENV: 'test', PORTAL_PORT: '1', PORTAL_URL: `http://localhost:${first}` })
  expect((await checkProcesses(away))[0]).toMatchObject({
    outcome: 'good',
    values: { address: `http://localhost:${first}/readyz` },
  })
  for (const server of [ready, busy, proxy]) server.close()
})

test('a scanner that is not set, that gives a verdict, and that gives none', async () => {
  const clamd = createTcpServer((socket) => socket.once('data', () => socket.end('stream: OK\0')))
  const url = `tcp://127.0.0.1:${await listening(clamd)}`
  expect(await checkScanner(undefined)).toMatchObject({ outcome: 'unused' })
  expect(await checkScanner(url)).toMatchObject({ outcome: 'good' })
  clamd.close()
  expect(await checkScanner(url)).toMatchObject({ outcome: 'unreachable' })
})

test('certificates, their days, and whether they are trusted', async () => {
  const { key, cert } = createCertificate(folder, 'localhost')
  const server = createTlsServer({ key, cert }, (socket) => socket.on('error', () => {}))
  const port = await listening(server)
  const address = `https://localhost:${port}/`
  const [found, ...others] = await checkCertificates([address, address, 'http://localhost:1'])
  expect(others).toEqual([])
  expect(found).toMatchObject({
    outcome: 'untrusted',
    values: { days: 29, reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  })
  setClock(new Date(Date.now() + 31 * 86_400_000))
  const other = `https://127.0.0.1:${port}/`
  expect(await checkCertificates([address, other])).toMatchObject([
    { outcome: 'ended', values: { host: `localhost:${port}, 127.0.0.1:${port}` } },
  ])
  // The processes behind it are not called silent.
  const settings = parseSettings({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    PORTAL_PORT: '1',
    PORTAL_URL: address,
    SANDBOX_BASE_URL: address,
    PRODUCTION_BASE_URL: other,
  })
  const gone = createPool('postgres://nobody@127.0.0.1:1/nothing', 1, 'test')
  const all = await runChecks(features, gone, settings, {})
  await gone.end()
  const failed = all.filter((finding) => healthStateOf(finding) === 'failed')
  expect(failed.map(({ check, outcome }) => [check, outcome])).toEqual([
    ['database', 'unreachable'],
    ['certificate', 'ended'],
  ])
  expect((await checkProcesses(settings)).slice(0, 3)).toMatchObject([
    { outcome: 'untrusted', values: { reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' } },
    { outcome: 'untrusted' },
    { outcome: 'untrusted' },
  ])
  server.close()
  expect(await checkCertificates(['https://localhost:1'])).toMatchObject([{ outcome: 'unreachable' }])
  expect(await checkCertificates(['http://localhost:1'])).toMatchObject([{ outcome: 'unused' }])
})

test('the disk', async () => {
  expect((await checkDisk(folder)).values).toMatchObject({ free: expect.any(Number) })
  expect(await checkDisk(join(folder, 'never-made'))).toEqual({
    check: 'disk',
    outcome: 'absent',
    values: {},
  })
  writeFileSync(join(folder, 'a-file'), '')
  expect(await checkDisk(join(folder, 'a-file', 'below'))).toEqual({
    check: 'disk',
    outcome: 'unreadable',
    values: { reason: 'ENOTDIR' },
  })
})

test('backups and verifications of the audit log by their age, for every process', async () => {
  expect(await checkBackup(portal)).toMatchObject({ outcome: 'none' })
  expect(await checkAudit(portal)).toMatchObject({ outcome: 'never' })
  await noteRun(owner, 'backup')
  await noteRun(owner, 'audit:verify', { faults: 2 })
  expect(await checkBackup(portal)).toMatchObject({ outcome: 'good', values: { hours: 0 } })
  expect(await checkAudit(portal)).toMatchObject({ outcome: 'faults', values: { faults: 2 } })
  await noteRun(owner, 'audit:verify')
  expect(await checkAudit(portal)).toMatchObject({ outcome: 'good', values: { hours: 0 } })
  setClock(new Date(Date.now() + 50 * 3_600_000))
  expect(await checkAudit(portal)).toMatchObject({ outcome: 'old', values: { hours: 50 } })
  expect(await checkBackup(portal)).toMatchObject({ outcome: 'old', values: { hours: 50 } })
})

test('all of it, without a database too', async () => {
  const settings = parseSettings({
    ...process.env,
    DATA_DIR: folder,
    PORTAL_PORT: '1',
    SANDBOX_PORT: '2',
    PRODUCTION_PORT: '3',
    METRICS_PORT: '4',
  })
  const all = await runChecks(features, portal, settings, { redisUrl: null })
  expect(new Set(all.map(({ check }) => check)).size).toBe(26)
  const gone = createPool('postgres://nobody@127.0.0.1:1/nothing', 1, 'test')
  // As in a container, where no process has made DATA_DIR.
  const rest = await runChecks(features, gone, { ...settings, DATA_DIR: join(folder, 'never-made') }, {})
  expect(rest.map(({ check }) => check)).not.toContain('migrations')
  expect(rest).toContainEqual({
    check: 'database',
    outcome: 'unreachable',
    values: { reason: 'ECONNREFUSED' },
  })
  await gone.end()
})
