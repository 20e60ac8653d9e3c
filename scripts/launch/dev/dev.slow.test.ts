import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFreePorts } from '@/scripts/check/ports'
import { findActionIds, postFromElsewhere } from '@/test/access/foreign-posts'
import { temporaryFolder } from '@/test/resources'
import { projectRoot } from '../root'
import { stopEmbedded } from '../start/database'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

const folder = temporaryFolder()
let first: number
let child: ChildProcess
let output = ''

beforeAll(async () => {
  chmodSync(folder, 0o755)
  copyProject()
  first = await findFreePorts()
  await start()
})

async function start(): Promise<void> {
  output = ''
  const names = ['PORTAL', 'SANDBOX', 'PRODUCTION', 'MAILBOX', 'MAILBOX_SMTP', 'METRICS']
  const ports = Object.fromEntries(names.map((name, index) => [`${name}_PORT`, String(first + index)]))
  ports.FEED_PORT = String(first + 10)
  const { PATH, HOME } = process.env
  child = spawn(process.execPath, ['scripts/launch/dev.mjs'], {
    cwd: folder,
    env: { PATH, HOME, ...ports } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  await vi.waitFor(() => expect(output).toContain('Ctrl-C stops it'), { timeout: 240_000, interval: 200 })
}

afterAll(async () => {
  if (child.exitCode === null) child.kill('SIGKILL')
  await stopEmbedded(join(folder, '.data', 'dev'))
})

/** The files in git, and links to the installed packages: Turbopack follows no link that leads out of the project. */
function copyProject(): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: projectRoot,
  })
  for (const file of files.toString().split('\0').filter(Boolean)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    cpSync(join(projectRoot, file), join(folder, file))
  }
  execFileSync('cp', ['-al', join(projectRoot, 'node_modules'), join(folder, 'node_modules')])
}

async function read(port: number, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { host: `localhost:${port}` },
  }).catch(() => null)
  return (await response?.text()) ?? ''
}

/** Replaces the file, as many editors do. */
function edit(file: string, before: string, after: string): void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(before)
  renameSync(path, `${path}~`)
  writeFileSync(path, text.replace(before, after))
}

test('a developer, a reviewer and an administrator have passwords of this start', () => {
  const passwords = [...output.matchAll(/Sign in as (\w+) +\1@guichet\.localhost +(\w{16})$/gm)]
  expect(passwords.map(([, role]) => role)).toEqual(['developer', 'reviewer', 'administrator'])
  expect(new Set(passwords.map(([, , password]) => password)).size).toBe(3)
})

test('a changed page is shown, and its scripts may reload it', async () => {
  expect(await read(first, '/')).toContain('<h1')
  edit('app/(public)/page.tsx', '<h1', '<h1 data-changed="yes"')
  await vi.waitFor(async () => expect(await read(first, '/')).toContain('data-changed="yes"'), {
    timeout: 60_000,
  })
  const { headers } = await fetch(`http://localhost:${first}/`)
  expect(headers.get('content-security-policy')).toContain("'unsafe-eval'")
})

// ASVS 3.5.1
test('an action is refused from another site, as by the built portal', async () => {
  const portal = `http://localhost:${first}`
  await read(first, '/sign-in')
  const ids = findActionIds(join(folder, '.next-dev'))
  expect(ids).not.toEqual([])
  for (const id of ids) expect(await postFromElsewhere(portal, id), id).toEqual([])
  const own = { origin: portal, 'next-action': ids[0] ?? '' }
  expect((await fetch(portal, { method: 'POST', headers: own, body: '[]' })).status).not.toBe(403)
})

test('a changed gateway serves', async () => {
  expect(await read(first + 1, '/healthz')).toContain('alive')
  edit('gateway/routes.ts', "'alive'", "'alive and changed'")
  await vi.waitFor(async () => expect(await read(first + 1, '/healthz')).toContain('alive and changed'), {
    timeout: 60_000,
  })
})

test('a mistake is reported, and what ran keeps running until it is corrected', async () => {
  edit('gateway/routes.ts', "'alive and changed'", "'alive and wrong")
  await vi.waitFor(() => expect(output).toContain('Unterminated string literal'), { timeout: 60_000 })
  expect(await read(first + 1, '/healthz')).toContain('alive and changed')
  edit('gateway/routes.ts', "'alive and wrong", "'alive and corrected'")
  await vi.waitFor(async () => expect(await read(first + 1, '/healthz')).toContain('alive and corrected'), {
    timeout: 60_000,
  })
})

test('Ctrl-C stops everything', async () => {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGINT')
  expect(await ended, output).toBe(0)
  expect(await read(first, '/healthz')).toBe('')
  expect(await read(first + 1, '/healthz')).toBe('')
})

test('it starts again on the same data, and its processes end when it is killed', async () => {
  await start()
  const respond = async () => [await read(first, '/healthz'), await read(first + 1, '/healthz')]
  expect(await respond()).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)])
  child.kill('SIGKILL')
  await vi.waitFor(async () => expect(await respond()).toEqual(['', '']), { timeout: 20_000 })
}, 300_000)
