import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findFreePorts } from '@/scripts/check/ports'
import { bundled, runNode } from '@/test/guichet'
import { temporaryFolder } from '@/test/resources'
import { readEnvFile } from '../start/installation'
import { describeMisspeltNames, describeUnknownNames } from '../start/setting-names'

const folder = temporaryFolder()
const key = `a:${Buffer.alloc(32, 7).toString('base64')}`
const keys = {
  NEXTAUTH_SECRET: 'n'.repeat(32),
  SECRET_ENCRYPTION_KEYS: key,
  SECRET_HASH_KEYS: key,
  TOKEN_KEYS: key,
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'a@example.com',
}

/** Starts a process as a supervisor does: with these settings only. */
function start(words: string[], env: Record<string, string>, before: string[] = []) {
  const settings = {
    PATH: process.env.PATH,
    NODE_ENV: 'production' as const,
    TMPDIR: folder,
    DATA_DIR: folder,
  }
  const given = { ...settings, DATABASE_URL: 'postgres://guichet@127.0.0.1:1/guichet', ...env }
  return runNode([...before, bundled('run'), ...words], given)
}

const processes = [['portal'], ['gateway', 'sandbox'], ['worker'], ['feed']]

test.each(processes)('%s names every missing setting', async (...words) => {
  const { code, out, err } = await start(words, {})
  expect({ code, out }).toEqual({ code: 1, out: '' })
  const names = err
    .trimEnd()
    .split('\n')
    .map((line) => line.split(':')[0])
  expect(names).toEqual(
    {
      portal: ['NEXTAUTH_SECRET', 'SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS'],
      gateway: ['SECRET_HASH_KEYS', 'TOKEN_KEYS'],
      worker: ['SECRET_ENCRYPTION_KEYS', 'SMTP_URL'],
      feed: ['FEED_KEYS'],
    }[words[0] as string],
  )
})

test.each(processes)('%s refuses wrong settings, all of them, before it starts', async (...words) => {
  const { code, out, err } = await start(words, {
    ...keys,
    TRUSTED_PROXIES: '10.0.0.0/',
    PORTAL_URL: 'https://portal.example.com/x',
    SMTP_URL: 'smtp://',
  })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(
    err
      .trimEnd()
      .split('\n')
      .map((line) => line.split(':')[0])
      .sort(),
  ).toEqual(['PORTAL_URL', 'SMTP_URL', 'TRUSTED_PROXIES'])
})

test('a port that is taken names its setting', async () => {
  const first = await findFreePorts(7)
  const server = createServer().listen(first + 5, '127.0.0.1')
  const ports = { METRICS_PORT: `${first}`, SANDBOX_PORT: `${first + 5}`, PORTAL_PORT: `${first + 6}` }
  expect(await start(['gateway', 'sandbox'], { ...keys, ...ports })).toEqual({
    code: 1,
    out: '',
    err: `SANDBOX_PORT: port ${first + 5} on 127.0.0.1 is taken by another program. Stop that, or set another port.\n`,
  })
  server.close()
})

test('an old Node is refused with a sentence', async () => {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '18.19.0' })`
  expect(await start(['portal'], keys, ['--import', pretend])).toEqual({
    code: 1,
    out: '',
    err: 'Guichet needs Node 20.19 or later; this is 18.19.0.\n',
  })
})

test('without a process, or with too many arguments, it prints its usage', { tags: 'slow' }, async () => {
  for (const words of [[], ['gateway'], ['gateway', 'staging'], ['portal', 'x']]) {
    const { code, err } = await start(words, keys)
    expect(code, words.join(' ')).toBe(2)
    expect(err).toMatch(/^Usage: node .build\/run.js portal/)
  }
})

test('a secret in a file is as good as one in the environment', async () => {
  const file = join(folder, 'url')
  writeFileSync(file, 'postgres://\n')
  const { err } = await start(['worker'], { ...keys, DATABASE_URL: '', DATABASE_URL_FILE: file })
  expect(err).toBe('DATABASE_URL: must name a host.\n')
})

test('a .env that cannot be read is a sentence', () => {
  expect(() => readEnvFile(join(folder, 'none'))).not.toThrow()
  expect(() => readEnvFile(folder)).toThrow(`${folder}: cannot be read (EISDIR).`)
})

test('the first name of a .env with a byte order mark is read, and one that is repeated is reported', () => {
  const file = join(folder, '.env')
  writeFileSync(file, '\uFEFFLOST_KEYS=1\n#TOKEN_KEYS=\nTOKEN_KEYS=a\nexport TOKEN_KEYS=b\r\n')
  const reported = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.stubEnv('TOKEN_KEYS', undefined)
  vi.stubEnv('LOST_KEYS', undefined)
  readEnvFile(file)
  expect(process.env).toMatchObject({ LOST_KEYS: '1', TOKEN_KEYS: 'b' })
  expect(reported.mock.calls).toEqual([['.env: TOKEN_KEYS is set more than once; the last one applies.\n']])
  vi.unstubAllEnvs()
  reported.mockRestore()
})

test('a name in .env that is not a setting is reported, with the one that was meant', () => {
  const names = [
    'SANDBOX_RATELIMIT',
    'PORTAL_URL',
    'DATABASE_URL_FILE',
    'POSTGRES_PORTAL_PASSWORD',
    'GUICHET_NETWORK',
    'PROXY_TLS',
    'NODE_OPTIONS',
  ]
  expect(describeUnknownNames([...names, 'MY_OWN_THING', 'MAIL_RETENTION_DAYS'])).toEqual([
    '.env: SANDBOX_RATELIMIT is not a setting and has no effect. Did you mean SANDBOX_RATE_LIMIT?',
    '.env: MY_OWN_THING is not a setting and has no effect.',
    '.env: MAIL_RETENTION_DAYS is no longer a setting: e-mails are kept for 90 days.',
  ])
})

test('a name in the environment that was meant as a setting is reported, and no other program’s', () => {
  const foreign = `
    PATH HOME LISTEN_FDS LISTEN_PID REDIS_PORT SMTP_HOST DATABASE_HOST PORTAL_SERVICE_HOST
    PORTAL_PORT_3000_TCP_ADDR GATEWAY_SANDBOX_PORT KUBERNETES_PORT npm_config_cache MAIL_HOST TOKEN
    JOURNAL_STREAM PGHOST NODE_OPTIONS`
  const misspelt = {
    SANDBOX_RATE_LIMT: '3',
    DATABSE_URL: '',
    MAIL_FROM_FILE: '',
    PRODUCTION_MAX_RATE: '',
    SLOW_QUERY_MS: '9',
  }
  expect(
    describeMisspeltNames({
      ...Object.fromEntries(
        foreign
          .trim()
          .split(/\s+/)
          .map((name) => [name, '']),
      ),
      ...misspelt,
      PORTAL_URL: '',
      TOKEN_KEYS_FILE: '',
    } as never),
  ).toEqual([
    'SANDBOX_RATE_LIMT is not a setting and has no effect. Did you mean SANDBOX_RATE_LIMIT?',
    'DATABSE_URL is not a setting and has no effect. Did you mean DATABASE_URL?',
    'MAIL_FROM_FILE is not a setting and has no effect.',
    'PRODUCTION_MAX_RATE is not a setting and has no effect.',
    'SLOW_QUERY_MS is no longer a setting: a gateway logs waits of 500 ms or more.',
  ])
})

test('a process names a misspelt setting of its environment', async () => {
  const { err } = await start(['worker'], { ...keys, SANDBOX_RATE_LIMT: '3', SMTP_URL: '' })
  expect(err).toBe(
    'SANDBOX_RATE_LIMT is not a setting and has no effect. Did you mean SANDBOX_RATE_LIMIT?\nSMTP_URL: must be set for this process.\n',
  )
})
