import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDebianProgram, installCommandOf } from '@/scripts/check/debian'
import { databaseName } from '@/scripts/launch/postgres/roles'
import { projectRoot } from '@/scripts/launch/root'
import { makeKeys } from '@/scripts/launch/start/keys'
import { patroniConfig, poolerConfig, poolerUsers, primaryConfig } from './database-config'
import { planEngines } from './engines'
import type { ClusterFolders } from './folders'
import { listPorts, members, planPorts } from './ports'
import { describeMember, planMailbox, planMember, publicAddresses } from './product'
import { proxyConfig } from './proxy-config'

const ports = planPorts(7000)
const keys = makeKeys()
const passwords = { superuser: 'one', replicator: 'two' }
const place = {
  folder: '/somewhere',
  data: '/somewhere/data',
  socketFolder: '/somewhere',
  user: { uid: 7, gid: 7 },
}
const folders: ClusterFolders = {
  ...{ dataDir: '/somewhere', place, keys, passwords },
  databaseFolder: (index) => `/somewhere/database-${index + 1}`,
}
const target = { distDir: '.next', outDir: '.build' }
const programs = {
  ...{ postgres: 'p', patroni: 'a', etcd: 'e', pgbouncer: 'b', haproxy: 'h', 'redis-server': 'r' },
}
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cluster-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

test('every port is its own, and in the hundred from the first', () => {
  const all = listPorts(ports)
  expect(new Set(all).size).toBe(all.length)
  expect(Math.min(...all)).toBe(7000)
  expect(Math.max(...all)).toBeLessThan(7100)
})

test('the proxy names each member once', () => {
  for (const port of [...ports.portals.slice(0, 2), ...ports.sandbox, ...ports.production])
    expect(
      proxyConfig(ports).match(new RegExp(`server \\S+ 127\\.0\\.0\\.1:${port} check`, 'g')),
    ).toHaveLength(1)
})

const haproxy = findDebianProgram('haproxy')

test.skipIf(!haproxy)('HAProxy understands its configurations (needs haproxy)', () => {
  const env = planEngines(folders, ports, programs).find(({ name }) => name === 'primary')?.env
  for (const [name, config] of Object.entries({ public: proxyConfig(ports), primary: primaryConfig() })) {
    const file = join(folder, `${name}.cfg`)
    writeFileSync(file, config)
    const { status, stderr } = spawnSync(haproxy ?? '', ['-c', '-f', file], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })
    expect([status, stderr.includes('[WARNING]')], stderr).toEqual([0, false])
  }
})

test('a page is not requested twice once reached; a dead gateway is replaced by another', () => {
  const config = proxyConfig(ports)
  const section = (name: string) => config.split(`backend ${name}\n`)[1]?.split('\nbackend ')[0] ?? ''
  expect(section('portal')).toContain('retry-on conn-failure\n')
  expect(section('sandbox')).toContain('retry-on conn-failure empty-response\n')
})

test('each PostgreSQL has its own address and a standby with all acknowledged writes', () => {
  const read = (index: number) =>
    JSON.parse(
      patroniConfig({ index, ports, folder: folders.databaseFolder(index), binaries: '/bin', passwords }),
    )
  expect([read(0).postgresql.listen, read(1).postgresql.listen]).toEqual(['127.0.0.1:7012', '127.0.0.1:7013'])
  expect(read(0).bootstrap.dcs.synchronous_mode).toBe(true)
  expect(read(1).postgresql.data_dir).toBe('/somewhere/database-2/data')
  const { ttl, loop_wait, retry_timeout } = read(0).bootstrap.dcs
  expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout)
})

test('PgBouncer accepts only the portal, in transaction mode', () => {
  const config = poolerConfig(ports, '/somewhere')
  for (const line of ['pool_mode = transaction', 'listen_port = 7004', 'auth_file = /somewhere/userlist.txt'])
    expect(config).toContain(`${line}\n`)
  expect(config).toContain(`${databaseName} = host=127.0.0.1 port=7002 dbname=${databaseName}\n`)
  expect(poolerUsers(keys.databasePasswords)).toBe(`"guichet_portal" "${keys.databasePasswords.portal}"\n`)
})

test('missing packages are installed by one command', () => {
  expect(installCommandOf(['patroni', 'etcd'])).toBe(
    'apt-get update && apt-get install --yes --no-install-recommends patroni etcd-server',
  )
})

test('engines run as the user of PostgreSQL', () => {
  const engines = planEngines(folders, ports, programs)
  expect(engines.map(({ name }) => name)).toEqual([
    ...['etcd', 'redis', 'database-1', 'database-2', 'primary', 'pooler', 'proxy'],
  ])
  for (const { user } of engines) expect(user).toEqual({ uid: 7, gid: 7 })
})

test('two portals, three gateways of each environment and two workers, each with a port and a name', () => {
  const all = [0, 1, 2].map((index) => describeMember(index, folders, ports))
  const plans = all.flatMap((member, index) => planMember(index, member, target))
  const count = (kind: string) => plans.filter(({ name }) => name.startsWith(kind)).length
  expect([count('portal'), count('gateway-sandbox'), count('gateway-production'), count('worker')]).toEqual([
    ...[members.portals, members.gateways, members.gateways, members.workers],
  ])
  expect(new Set(plans.map(({ name }) => name)).size).toBe(plans.length)
  expect(new Set(plans.map(({ ready }) => ready)).size).toBe(plans.length)
  expect(planMailbox(all[0] as never, target)?.ready).toBe('http://127.0.0.1:7006/healthz')
})

test('portals go through PgBouncer, the others to the primary itself', () => {
  const member = describeMember(1, folders, ports)
  const portOf = (url = '') => new URL(url).port
  expect(portOf(member.databases.portal)).toBe('7004')
  expect(portOf(member.databases.worker)).toBe('7002')
  expect(portOf(member.databases.owner)).toBe('7002')
  expect(portOf(member.databases.gateway)).toBe('7002')
  expect(new URL(member.databases.gateway).pathname).toBe(`/${databaseName}`)
  expect(member.settings.DATABASE_READ_URL.map(portOf)).toEqual(['7012', '7013'])
})

test('only gateways know every PostgreSQL that may be a standby', () => {
  const plans = planMember(0, describeMember(0, folders, ports), target)
  const reading = plans.filter(({ env }) => env.DATABASE_READ_URL)
  expect(reading.map(({ name }) => name)).toEqual(['gateway-sandbox-1', 'gateway-production-1'])
  const ofStandbys = reading[0]?.env.DATABASE_READ_URL?.split(',').map((url) => new URL(url).port)
  expect(ofStandbys).toEqual(['7012', '7013'])
})

test('a host name below localhost is found wherever the cluster runs', () => {
  const hook = join(projectRoot, 'trials/cluster/localhost.cjs')
  const look = `require('node:dns').lookup('${new URL(publicAddresses(ports).SANDBOX_AUTH_URL).hostname}', (_, address) => console.log(address))`
  expect(execFileSync(process.execPath, ['--require', hook, '-e', look]).toString()).toBe('127.0.0.1\n')
})
