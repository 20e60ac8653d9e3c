import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findFreePorts } from '@/scripts/check/ports'
import { preparePlace } from '@/scripts/launch/postgres/place'
import { isMissing } from '@/test/programs'
import { type Engines, startEngines } from './engines'

const missing = (['postgres', 'patroni', 'etcd', 'haproxy', 'pgbouncer'] as const).filter(isMissing)
const values = {
  ...{ POSTGRES_PASSWORD: 'owner', POSTGRES_PORTAL_PASSWORD: 'portal', POSTGRES_GATEWAY_PASSWORD: 'gateway' },
  ...{ POSTGRES_WORKER_PASSWORD: 'worker', POSTGRES_SUPERUSER_PASSWORD: 'superuser' },
  ...{ POSTGRES_REPLICATOR_PASSWORD: 'replicator', PATRONI_PASSWORD: 'patroni' },
}
const wait = { timeout: 90_000, interval: 500 }
vi.setConfig({ testTimeout: 100_000, hookTimeout: 120_000 })

describe.skipIf(missing.length > 0)('the engines of compose.yaml (need patroni, etcd and others)', () => {
  let folder: string
  let engines: Engines

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'engines-'))
    chmodSync(folder, 0o755)
    const others = Object.fromEntries(
      ['PORTAL_URL', 'SANDBOX_BASE_URL', 'PRODUCTION_BASE_URL', 'SMTP_URL', 'MAIL_FROM', 'REVIEWER_EMAIL']
        .concat(['NEXTAUTH_SECRET', 'SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS', 'TOKEN_KEYS'])
        .map((name) => [name, '']),
    )
    engines = startEngines(preparePlace(folder), await findFreePorts(4), { ...others, ...values })
    await vi.waitFor(() => ask('primary', 'postgres', 'SELECT'), wait)
  })

  afterAll(() => {
    engines.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function ask(service: string, user: string, sql: string) {
    const password = { postgres: 'superuser', guichet: 'owner' }[user] ?? user.replace('guichet_', '')
    const address = { ...engines.portOf(service, 5432), connectionTimeoutMillis: 3000 }
    const client = new Client({ ...address, user, password, database: 'guichet' })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(sql)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  test('each process signs in with its own role, and only the owner makes tables', async () => {
    await ask('primary', 'guichet', 'CREATE TABLE kept (value int)')
    for (const role of ['guichet_portal', 'guichet_gateway', 'guichet_worker'])
      await expect(ask('primary', role, 'CREATE TABLE other ()'), role).rejects.toThrow('permission denied')
    const supers = await ask('primary', 'guichet', 'SELECT rolname FROM pg_roles WHERE rolsuper')
    expect(supers).toEqual([{ rolname: 'postgres' }])
  })

  test('only the portal goes through PgBouncer', async () => {
    expect(await ask('pooler', 'guichet_portal', 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await expect(ask('pooler', 'guichet_worker', 'SELECT 1')).rejects.toThrow()
  })

  test('the databases accept no commands without the password', async () => {
    const { host, port } = engines.portOf('database-1', 8008)
    const order = { method: 'PATCH', body: '{"postgresql":{"parameters":{"archive_command":"true"}}}' }
    expect((await fetch(`http://${host}:${port}/config`, order)).status).toBe(401)
  })

  test('when the primary is gone, the other takes over with all acknowledged writes', async () => {
    const findStandby = 'SELECT application_name AS name FROM pg_stat_replication WHERE sync_state = $$sync$$'
    const [standby] = await vi.waitFor(async () => {
      const found = await ask('primary', 'postgres', findStandby)
      expect(found).toHaveLength(1)
      return found
    }, wait)
    await ask('primary', 'guichet', 'INSERT INTO kept VALUES (7)')
    engines.kill(standby.name === 'database-1' ? 'database-2' : 'database-1')
    const kept = await vi.waitFor(() => ask('primary', 'guichet', 'SELECT value FROM kept'), wait)
    expect(kept).toEqual([{ value: 7 }])
    const [leader] = await ask('primary', 'guichet', 'SELECT host(inet_server_addr()) AS host')
    expect(leader.host).toBe(engines.portOf(standby.name, 5432).host)
    await vi.waitFor(() => ask('pooler', 'guichet_portal', 'SELECT 1'), wait)
  })
})
