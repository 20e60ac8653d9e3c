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
import { gatherOutput, openLogFile } from '../spawn'
import type { Installation } from './installation'
import { prepareKeys, readKeys } from './keys'
import { refuseTakenPorts } from './ports'
import { planProcesses, prepareEnvironment } from './processes'
import { watchForSilence } from './silence'
import { isReady, type ProcessPlan, supervise, waitUntilReady } from './supervise'

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
  const first = Number(supervised.pid())
  process.kill(first, 'SIGKILL')
  await expect.poll(() => supervised.pid() ?? first).not.toBe(first)
  const second = Number(supervised.pid())
  await supervised.stop()
  expect(supervised.pid()).toBeNull()
  expect(() => process.kill(second, 0)).toThrow('ESRCH')
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
  const first = Number(supervised.pid())
  process.kill(first, 'SIGSTOP')
  // If it stopped before the watch heard it, it may be starting for `startMs`.
  await expect.poll(() => supervised.pid() ?? first).not.toBe(first)
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

test('a process is restarted at a word, once, and not while it is stopped', async () => {
  const supervised = supervise(endless, dataDir)
  await expect.poll(() => supervised.log.lastLines().length).toBe(1)
  const first = supervised.pid()
  await Promise.all([supervised.restart(), supervised.restart()])
  await expect.poll(() => supervised.log.lastLines().length).toBe(2)
  expect(supervised.pid()).not.toBe(first)
  await Promise.all([supervised.restart(), supervised.stop()])
  expect(supervised.pid()).toBeNull()
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

test('a log is only for its user, and a full disk costs its lines only', () => {
  const log = openLogFile(join(dataDir, 'portal.log'))
  for (let line = 1; line <= 25; line++) log.write(`line ${line}\n\n`)
  log.write('half')
  expect(log.lastLines()).toEqual([...Array.from({ length: 19 }, (_, line) => `line ${line + 7}`), 'half'])
  expect(readFileSync(log.path, 'utf8')).toMatch(/^line 1\n.*\nhalf$/s)
  expect(statSync(log.path).mode & 0o777).toBe(0o600)
  const full = openLogFile('/dev/full')
  full.write('lost\n')
  expect(full.lastLines()).toEqual(['lost'])
})

test('a start keeps the logs of the previous one, and waits for it to end', { tags: 'slow' }, async () => {
  const log = join(dataDir, 'logs', 'portal.log')
  const claim = `import { claimDataDir } from './scripts/launch/start/claim'
    await claimDataDir(process.env.DATA_DIR); console.log('claimed'); setInterval(() => {}, 1000)`
  const args = ['--import', 'tsx', '--input-type=module', '-e', claim]
  const start = () => spawn(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir } })
  writeFileSync(log, 'before\n')
  const first = start()
  await expect.poll(gatherOutput(first)).toContain('claimed')
  expect(existsSync(log)).toBe(false)
  expect(readFileSync(join(dataDir, 'logs.1', 'portal.log'), 'utf8')).toBe('before\n')
  const second = start()
  const output = gatherOutput(second)
  await expect.poll(output).toBe(`Waiting 10 s for process ${first.pid} to stop, which runs on ${dataDir}\n`)
  first.kill('SIGKILL')
  await expect.poll(output).toContain('claimed')
  second.kill('SIGKILL')
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
