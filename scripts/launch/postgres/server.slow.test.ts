import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findPlace, type Place } from './place'
import { findPostmaster, isPostgres, stopPostmaster } from './postmaster'
import { connectionUrl, prepareRoles, type RoleName } from './roles'
import { startServer } from './server'

const passwords = { owner: 'o/+@ne', portal: 'two', gateway: 'three', worker: 'four', feed: 'four' }
let folder: string
let dataDir: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guichet-server-'))
  await chmod(folder, 0o711)
  dataDir = join(folder, 'data')
})

afterEach(async () => {
  const place = findPlace(dataDir)
  if (place) {
    await stopPostmaster(place.data)
    for (const made of [place.folder, place.socketFolder]) await rm(made, { recursive: true, force: true })
  }
  await rm(folder, { recursive: true })
})

function start(overrides: Record<string, string> = {}) {
  return startServer(dataDir, join(folder, 'log'), overrides)
}

async function query(
  place: Place,
  role: RoleName,
  sql: string,
  password = passwords[role],
): Promise<unknown[]> {
  const client = new Client({ connectionString: connectionUrl(place, role, password) })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function killHard(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isPostgres(pid)).toBe(false)
}

// ASVS 13.2.1, 13.2.3
test('from nothing to PostgreSQL 18 in UTC and UTF-8, with a role and a password for each kind of process', async () => {
  const { place } = await start()
  await prepareRoles(place, passwords)
  await prepareRoles(place, passwords)
  const [facts] = await query(
    place,
    'owner',
    `SELECT current_user AS role, current_setting('server_version_num')::int / 10000 AS version,
            current_setting('TimeZone') AS zone, current_setting('server_encoding') AS encoding,
            current_setting('listen_addresses') AS addresses, current_setting('is_superuser') AS superuser`,
  )
  expect(facts).toEqual({
    role: 'guichet',
    version: 18,
    zone: 'UTC',
    encoding: 'UTF8',
    addresses: '',
    superuser: 'off',
  })
  for (const role of ['portal', 'gateway', 'worker'] as const)
    expect(await query(place, role, 'SELECT current_user AS role')).toEqual([{ role: `guichet_${role}` }])
  await expect(query(place, 'gateway', 'SELECT 1', 'wrong')).rejects.toThrow('password authentication failed')
  await expect(query(place, 'gateway', 'CREATE TABLE x ()')).rejects.toThrow('permission denied')
})

test('a server that still runs is stopped first, and the next has the settings that it was given', async () => {
  const first = await start()
  await prepareRoles(first.place, passwords)
  await start({ work_mem: '8MB' })
  expect(isPostgres(first.pid)).toBe(false)
  expect(await query(first.place, 'worker', 'SHOW work_mem')).toEqual([{ work_mem: '8MB' }])
})

test('committed data survives kill -9', async () => {
  const { place, pid } = await start()
  await prepareRoles(place, passwords)
  await query(place, 'owner', 'CREATE TABLE kept AS SELECT 42 AS answer')
  await killHard(pid)
  await start()
  expect(await query(place, 'owner', 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
})

test('a pid file that names another user’s process does not prevent the start', async () => {
  const { place, pid } = await start()
  const file = join(place.data, 'postmaster.pid')
  const account = readFileSync(file, 'utf8')
  await killHard(pid)
  writeFileSync(file, account.replace(String(pid), String(process.pid)))
  expect(findPostmaster(place.data)).toBeNull()
  expect((await start()).pid).not.toBe(pid)
})

test('an initdb that was interrupted is started over', async () => {
  mkdirSync(join(dataDir, 'postgres', 'data.new'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'data.new', 'PG_VERSION'), '18\n')
  const { place } = await start()
  expect(existsSync(join(place.folder, 'data.new'))).toBe(false)
})

test('data of another major version is not touched', async () => {
  mkdirSync(join(dataDir, 'postgres', 'data'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow('holds data of PostgreSQL 17, but this is PostgreSQL 18.')
})

test('a path too long for a socket gets a short one', async () => {
  dataDir = join(folder, 'long'.repeat(20))
  const { place } = await start()
  expect(place.socketFolder).toMatch(/^\/tmp\/guichet-[0-9a-f]{12}$/)
  await prepareRoles(place, passwords)
  expect(await query(place, 'worker', 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test("below a closed folder, root's server is placed where its user has access, and is found again", async () => {
  await chmod(folder, 0o700)
  const { place } = await start()
  const location = join(dataDir, 'postgres-location')
  // Only root has to run the server as another user.
  if (process.getuid?.() !== 0) return expect(existsSync(location)).toBe(false)
  expect(readFileSync(location, 'utf8').trim()).toBe(place.folder)
  expect(place.folder.startsWith(folder)).toBe(false)
  expect((await start()).place).toEqual(place)
})
