import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseSettings } from '@/lib/env'
import { parseKeyring } from '@/lib/keyring'
import { relayTimeoutMs } from '@/lib/timeout'
import { findFreePorts } from '@/scripts/check/ports'
import { runNode } from '@/test/guichet'
import type { Installation } from './installation'
import { prepareKeys, readKeys } from './keys'
import { reclaimOrphans, rememberProcess } from './orphans'
import { refuseTakenPorts } from './ports'
import { planProcesses, prepareEnvironment } from './processes'
import { isReady, waitUntilReady } from './ready'
import { watchForSilence } from './silence'
import { type ProcessPlan, supervise } from './supervise'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'start-'))
  mkdirSync(join(dataDir, 'logs'))
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})

afterEach(async () => {
  vi.restoreAllMocks()
  await rm(dataDir, { recursive: true })
})

function settingsOf(env: Record<string, string>) {
  return parseSettings(env as unknown as NodeJS.ProcessEnv)
}

function pidOf(name: string): number {
  const file = join(dataDir, 'run', name)
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
}

const endless: ProcessPlan = {
  name: 'endless',
  title: 'The endless one',
  ready: '',
  env: { ONLY: 'this' },
  args: ['-e', 'console.log(Object.keys(process.env).sort().join()); setInterval(() => {}, 1000)'],
}

// ASVS 11.2.3, 13.3.1
test('keys are made once, readable by their owner only, and reused', () => {
  const keys = prepareKeys(dataDir)
  expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600)
  expect(prepareKeys(dataDir)).toEqual(keys)
  expect(readKeys(dataDir)).toEqual(keys)
  for (const name of ['SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS', 'TOKEN_KEYS'] as const)
    expect(parseKeyring(keys[name])).toHaveLength(1)
  expect(new Set([...Object.values(keys).map(String), ...Object.values(keys.databasePasswords)]).size).toBe(
    11,
  )
})

test('keys that are damaged, or missing while their data exists, are not replaced', () => {
  writeFileSync(join(dataDir, 'keys.json'), '{"NEXTAUTH_SECRET":')
  expect(() => prepareKeys(dataDir)).toThrow('keys.json is damaged')
  const other = join(dataDir, 'other')
  mkdirSync(join(other, 'postgres', 'data'), { recursive: true })
  expect(() => prepareKeys(other)).toThrow('keys.json is gone')
})

test('a taken port is named with its setting', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // Port 0 is any free one.
  const METRICS_PORT = await findFreePorts(5)
  const free = {
    PORTAL_PORT: 0,
    FEED_PORT: 0,
    SANDBOX_PORT: 0,
    PRODUCTION_PORT: 0,
    MAILBOX_PORT: 0,
    METRICS_PORT,
  }
  await expect(refuseTakenPorts({ ...settingsOf({}), ...free, MAILBOX_SMTP_PORT: port })).rejects.toThrow(
    `MAILBOX_SMTP_PORT: port ${port} on 127.0.0.1 is taken by another program. Stop that, or set another port.`,
  )
  server.close()
})

// ASVS 16.5.4
test('a process that ends is restarted, and stays ended once stopped', async () => {
  const supervised = supervise(endless, dataDir)
  await expect.poll(() => supervised.log.lastLines().length).toBe(1)
  const first = pidOf('endless')
  process.kill(first, 'SIGKILL')
  await expect.poll(() => pidOf('endless')).not.toBe(first)
  await expect.poll(() => supervised.isRunning()).toBe(true)
  await supervised.stop()
  expect(supervised.isRunning()).toBe(false)
  expect(() => process.kill(pidOf('endless'), 0)).toThrow('ESRCH')
})

test('a process that hangs is ended and started again, and one that is busy or closes connections is not', async () => {
  const server = `require('http').createServer((_, r) => r.end()).listen(process.argv[1], '127.0.0.1')`
  const port = await findFreePorts(2)
  const supervised = supervise(
    { ...endless, args: ['-e', server, String(port)], ready: `http://127.0.0.1:${port}/readyz` },
    dataDir,
    { everyMs: 20, timeoutMs: 300, misses: 3, startMs: 10_000 },
  )
  await expect.poll(() => isReady(`http://127.0.0.1:${port}/`)).toBe(true)
  const first = pidOf('endless')
  process.kill(first, 'SIGSTOP')
  // If it stopped before the watch heard it, it may be starting for `startMs`.
  await expect.poll(() => pidOf('endless')).not.toBe(first)
  await expect.poll(() => isReady(`http://127.0.0.1:${port}/`)).toBe(true)
  await supervised.stop()

  // Full, as during a flood.
  const full = createServer((socket) => socket.destroy()).listen(port + 1, '127.0.0.1')
  await once(full, 'listening')
  let isSilent = false
  const heard = once(full, 'connection')
  const stop = watchForSilence(
    { ready: `http://127.0.0.1:${port + 1}/readyz`, onSilent: () => (isSilent = true) },
    { everyMs: 1, timeoutMs: 2000, misses: 1, startMs: 0 },
  )
  await heard
  await once(full, 'connection')
  expect(isSilent).toBe(false)
  stop()
  full.close()
})

test('a process that says why it never will be ready is not waited for', async () => {
  const port = await findFreePorts(1)
  const body = JSON.stringify({ status: 'unavailable', reason: 'keys_do_not_match' })
  const server = `console.log('cannot serve')
    require('http').createServer((_, r) => r.writeHead(503).end('${body}')).listen(${port}, '127.0.0.1')`
  const plan = { ...endless, args: ['-e', server], ready: `http://127.0.0.1:${port}/readyz` }
  const supervised = supervise(plan, dataDir)
  await expect(waitUntilReady(supervised)).rejects.toThrow(
    /^The endless one cannot serve \(keys_do_not_match\)\. Its log, .*, ends:\ncannot serve$/,
  )
  await supervised.stop()
}, 40_000)

test('a process gets only its own settings', async () => {
  process.env.GUICHET_TEST_SECRET = 'secret'
  const supervised = supervise(endless, dataDir)
  await expect.poll(() => supervised.log.lastLines()[0] ?? '').toContain('ONLY')
  expect(supervised.log.lastLines()[0]).not.toContain('GUICHET_TEST_SECRET')
  await supervised.stop()
  delete process.env.GUICHET_TEST_SECRET
})

test('a held process stays ended until it is resumed, and another program runs unchanged', async () => {
  const plan = { ...endless, name: 'held', program: '/bin/sh', args: ['-c', 'echo began; sleep 600'] }
  const supervised = supervise(plan, dataDir)
  await vi.waitFor(() => expect(supervised.log.lastLines()).toEqual(['began']), 45_000)
  const former = supervised.pid()
  supervised.hold()
  process.kill(Number(former), 'SIGKILL')
  await vi.waitFor(() => expect(supervised.isRunning()).toBe(false), 45_000)
  supervised.resume()
  await vi.waitFor(() => expect(supervised.log.lastLines()).toEqual(['began', 'began']), 45_000)
  expect(supervised.pid()).not.toBe(former)
  await supervised.stop()
  expect(supervised.isRunning()).toBe(false)
})

test('a process with a longer shutdown is waited for', async () => {
  const leave = `console.log('left'); process.exit()`
  const code = `process.on('SIGTERM', () => console.log('asked')).on('SIGUSR2', () => { ${leave} })
    console.log('began'); setInterval(() => {}, 1000)`
  const supervised = supervise({ ...endless, name: 'slow', allowed: 5000, args: ['-e', code] }, dataDir)
  await expect.poll(() => supervised.log.lastLines()).toEqual(['began'])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stopping = supervised.stop()
  await expect.poll(() => supervised.log.lastLines()).toEqual(['began', 'asked'])
  // Six seconds, as every process has, and five.
  vi.advanceTimersByTime(10_900)
  vi.useRealTimers()
  process.kill(supervised.pid() ?? 0, 'SIGUSR2')
  await stopping
  expect(supervised.log.lastLines()).toEqual(['began', 'asked', 'left'])
})

test('servers may drain before they end, and a worker may wait for the relay', () => {
  const installation = {
    dataDir,
    keys: {},
    databases: {},
    environment: {},
    roles: {},
    settings: settingsOf({ DRAIN_SECONDS: '3', HEAP_MIB: 'portal=600,mailbox=64' }),
  } as unknown as Installation
  const plans = planProcesses(installation, { distDir: 'd', outDir: 'o' })
  expect(Object.fromEntries(plans.map(({ name, allowed }) => [name, allowed]))).toEqual({
    mailbox: undefined,
    'gateway-sandbox': 3000,
    'gateway-production': 3000,
    worker: relayTimeoutMs,
    portal: 3000,
  })
  expect(plans.map(({ args }) => args.join(' '))).toEqual([
    '--max-old-space-size=64 o/mailbox.js',
    '--max-old-space-size=256 o/gateway.js',
    '--max-old-space-size=256 o/gateway.js',
    '--max-old-space-size=384 o/worker.js',
    '--max-old-space-size=600 o/portal.js',
  ])
})

test('processes left by a killed start are ended before the next begins', { tags: 'slow' }, async () => {
  const orphan = spawn(process.execPath, endless.args, { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(orphan.stdout, 'data')
  rememberProcess(dataDir, 'orphan', orphan.pid ?? 0)
  rememberProcess(dataDir, 'gone', 999_999_999)
  const [[, signal]] = await Promise.all([once(orphan, 'exit'), reclaimOrphans(dataDir)])
  expect(signal).toBe('SIGKILL')
  expect(existsSync(join(dataDir, 'run'))).toBe(false)
})

test('a full disk does not end the supervisor of a process', () => {
  writeFileSync(join(dataDir, 'run'), 'in the place of the folder')
  expect(() => rememberProcess(dataDir, 'portal', process.pid)).not.toThrow()
})

test('everything is stopped although the folder of the start is gone', { tags: 'slow' }, async () => {
  const program = `
    import { rmSync } from 'node:fs'
    import { claimDataDir } from './scripts/launch/start/claim'
    import { shutDown, stopLater } from './scripts/launch/start/shutdown'
    stopLater(() => console.log('the database is stopped'))
    await claimDataDir(process.env.DATA_DIR)
    rmSync(process.env.DATA_DIR, { recursive: true })
    await shutDown(0)`
  const args = ['--import', 'tsx', '--input-type=module', '-e', program]
  const { code, out } = await runNode(args, { ...process.env, DATA_DIR: join(dataDir, 'gone') })
  expect({ code, out }).toEqual({ code: 0, out: 'the database is stopped\n' })
})

describe('the demo', () => {
  const start = (args: string[], env: Record<string, string>) =>
    runNode(['scripts/launch/start.mjs', ...args], {
      ...process.env,
      DATA_DIR: dataDir,
      ...env,
      BUILD_DIR: '.test/start',
    })

  test('does not start on the database of an operator, and touches nothing', async () => {
    const { code, err } = await start(['--demo'], { DATABASE_URL: 'postgres://user@db.example/guichet' })
    expect({ code, err }).toEqual({
      code: 1,
      err: 'npm start -- --demo uses its own embedded services only: unset DATABASE_URL.\n',
    })
    expect(existsSync(join(dataDir, 'demo'))).toBe(false)
  })

  test('is the only option', async () => {
    const { code, err } = await start(['--dmeo'], {})
    expect(code).toBe(1)
    expect(err).toMatch(/^npm start has one option, --demo: .*\n$/)
  })
})

// ASVS 13.3.2
test('each process holds the secrets that it needs, and no others', () => {
  const keys = { NEXTAUTH_SECRET: 'n', SECRET_ENCRYPTION_KEYS: 'e', SECRET_HASH_KEYS: 'h', TOKEN_KEYS: 't' }
  const databases = { owner: 'db-o', portal: 'db-p', gateway: 'db-g', worker: 'db-w' }
  const environment = {
    ...keys,
    SMTP_URL: 'smtp://x',
    REDIS_URL: 'redis://x',
    DATABASE_URL: 'db-o',
    PORTAL_PORT: '1',
  }
  const installation = {
    dataDir,
    keys,
    databases,
    environment,
    settings: settingsOf({ REDIS_URL: 'redis://x' }),
    roles: { portal: 'p', gateway: 'g', worker: 'w' },
  } as unknown as Installation
  const secrets = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', ...Object.keys(keys)]
  const held = planProcesses(installation, { distDir: 'd', outDir: 'o' }).map(({ name, env }) => {
    return [name, secrets.filter((secret) => env[secret]), env.DATABASE_URL, env.PORTAL_PORT]
  })
  expect(held).toEqual([
    ['mailbox', [], undefined, '1'],
    ['gateway-sandbox', ['DATABASE_URL', 'REDIS_URL', 'SECRET_HASH_KEYS', 'TOKEN_KEYS'], 'db-g', '1'],
    ['gateway-production', ['DATABASE_URL', 'REDIS_URL', 'SECRET_HASH_KEYS', 'TOKEN_KEYS'], 'db-g', '1'],
    ['worker', ['DATABASE_URL', 'SMTP_URL', 'SECRET_ENCRYPTION_KEYS'], 'db-w', '1'],
    [
      'portal',
      ['DATABASE_URL', 'NEXTAUTH_SECRET', 'SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS'],
      'db-p',
      '1',
    ],
  ])
  expect(prepareEnvironment(installation)).toEqual({
    PORTAL_PORT: '1',
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DATABASE_URL: 'db-o',
    GUICHET_ROLES: JSON.stringify(installation.roles),
    GUICHET_EMBEDDED: '1',
    SECRET_ENCRYPTION_KEYS: 'e',
  })
})
