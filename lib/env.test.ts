import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '@/test/resources'
import {
  isLoopback,
  parseSettings,
  readSecretFiles,
  refuseIncomplete,
  refuseMissing,
  SettingsError,
} from './env'

const publicUrls = {
  PORTAL_URL: 'https://portal.example.com',
  SANDBOX_AUTH_URL: 'https://sandbox.example.com',
  SANDBOX_BASE_URL: 'https://sandbox.example.com',
  PRODUCTION_AUTH_URL: 'https://api.example.com',
  PRODUCTION_BASE_URL: 'https://api.example.com',
}
const key = Buffer.alloc(32, 7).toString('base64')

function refusalOf(env: Record<string, string>): string {
  try {
    refuseIncomplete(parseSettings(env as unknown as NodeJS.ProcessEnv))
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return ''
}

function parse(env: Record<string, string>) {
  return parseSettings(env as unknown as NodeJS.ProcessEnv)
}

test('a setting that was removed is refused with what serves instead', () => {
  expect(() => parse({ AUDIT_STREAM: 'syslog+tcp://log.example.com' })).toThrow(
    /^AUDIT_STREAM: was removed: instead, an administrator adds an endpoint at \/administration\/webhooks/,
  )
})

test('nothing configured gives the documented defaults', () => {
  expect(parse({})).toMatchObject({
    LISTEN_ADDRESS: '127.0.0.1',
    PORTAL_URL: 'http://localhost:3000',
    SANDBOX_AUTH_URL: 'http://localhost:4001',
    SANDBOX_BASE_URL: 'http://localhost:4001',
    PRODUCTION_AUTH_URL: 'http://localhost:4002',
    PRODUCTION_BASE_URL: 'http://localhost:4002',
    MAILBOX_PORT: 1080,
    MAILBOX_SMTP_PORT: 1025,
    METRICS_PORT: 9464,
    DATA_DIR: '.data',
    SANDBOX_RATE_LIMIT: 60,
    PRODUCTION_RATE_LIMIT: 3000,
    PRODUCTION_CLIENT_AUTHENTICATION: 'any',
    ORGANISATIONS: 'optional',
    TOKEN_RENEWAL_WINDOW: 90,
    DRAIN_SECONDS: 0,
    TRUSTED_PROXIES: [],
    WEBHOOK_ALLOWED_NETWORKS: [],
    DATABASE_READ_URL: [],
    DATABASE_READ_STALENESS: 5,
    VALIDATION_BUSINESS_DAYS: 2,
    VALIDATION_WORKING_DAYS: [1, 2, 3, 4, 5],
    VALIDATION_OPENING_HOURS: { opens: 480, closes: 1020 },
    VALIDATION_TIME_ZONE: 'UTC',
    VALIDATION_HOLIDAYS: new Set(),
  })
})

test('public addresses follow their ports, and lose a trailing slash', () => {
  expect(parse({ PORTAL_PORT: '8080' }).PORTAL_URL).toBe('http://localhost:8080')
  expect(parse({ PORTAL_URL: 'https://portal.example.com/' }).PORTAL_URL).toBe('https://portal.example.com')
})

test('an empty value counts as absent', () => {
  expect(parse({ PORTAL_PORT: '', DATABASE_URL: '' })).toMatchObject({ PORTAL_PORT: 3000 })
  expect(parse({ DATABASE_URL: '' }).DATABASE_URL).toBeUndefined()
})

test('standbys are a list', () => {
  const DATABASE_READ_URL = 'postgres://a/guichet, postgres://b:6432/guichet'
  expect(parse({ DATABASE_READ_URL }).DATABASE_READ_URL).toEqual([
    'postgres://a/guichet',
    'postgres://b:6432/guichet',
  ])
})

test('keys of the feed are a list, in which a name may appear twice', () => {
  const [newer, older] = ['n', 'o'].map((each) => each.repeat(32))
  expect(parse({ FEED_KEYS: `core:${newer},core:${older}` }).FEED_KEYS).toEqual([
    { name: 'core', key: newer },
    { name: 'core', key: older },
  ])
})

test.each<[Record<string, string>, string]>([
  [
    { DATABASE_READ_URL: 'postgres://a/b,http://c' },
    'DATABASE_READ_URL: must be a URL that starts with postgres:// or postgresql://.',
  ],
  [
    { DATABASE_READ_URL: 'postgres://a/b' },
    'DATABASE_READ_URL: is for standbys of DATABASE_URL, which is not set.',
  ],
  [{ PORTAL_PORT: 'http' }, 'PORTAL_PORT: must be a whole number, 1 to 65535.'],
  [{ METRICS_PORT: '65533' }, 'METRICS_PORT: must be a whole number, 1 to 65531.'],
  [{ TOKEN_RENEWAL_WINDOW: '151' }, 'TOKEN_RENEWAL_WINDOW: must be a whole number, 0 to 150.'],
  [{ SANDBOX_RATE_LIMIT: '-1' }, 'SANDBOX_RATE_LIMIT: must be a whole number, 0 to 10000000.'],
  [
    { VALIDATION_WORKING_DAYS: 'monday' },
    'VALIDATION_WORKING_DAYS: must list days of the week, such as mon,tue,wed.',
  ],
  [
    { VALIDATION_OPENING_HOURS: '17:00-08:00' },
    'VALIDATION_OPENING_HOURS: must be two times of one day, at least an hour apart, such as 08:00-17:00.',
  ],
  [{ VALIDATION_TIME_ZONE: 'Dakar' }, 'VALIDATION_TIME_ZONE: must be a time zone, such as Africa/Dakar.'],
  [
    { VALIDATION_HOLIDAYS: '12-25,2026-02-30' },
    'VALIDATION_HOLIDAYS: "2026-02-30" is not a day of the calendar.',
  ],
  [{ LISTEN_ADDRESS: 'example.com' }, 'LISTEN_ADDRESS: must be an IP address or localhost.'],
  [{ PORTAL_URL: 'portal.example.com' }, 'PORTAL_URL: must be a URL that starts with http:// or https://.'],
  [
    { PORTAL_URL: 'http://portal.example.com' },
    'PORTAL_URL: must be https when it is not on localhost, but is http://portal.example.com.',
  ],
  [
    { PRODUCTION_BASE_URL: 'http://10.0.0.1' },
    'PRODUCTION_BASE_URL: must be https when it is not on localhost, but is http://10.0.0.1.',
  ],
  [
    { SANDBOX_AUTH_URL: 'https://api.example.com', PRODUCTION_BASE_URL: 'https://api.example.com' },
    'SANDBOX_AUTH_URL and PRODUCTION_BASE_URL: must differ, but both are https://api.example.com.',
  ],
  [{ PRODUCTION_PORT: '3000' }, 'PRODUCTION_PORT and PORTAL_PORT: must differ, but both are 3000.'],
  [{ MAILBOX_PORT: '9465' }, 'METRICS_PORT + 1 and MAILBOX_PORT: must differ, but both are 9465.'],
  [
    { DATABASE_URL: 'mysql://localhost/x' },
    'DATABASE_URL: must be a URL that starts with postgres:// or postgresql://.',
  ],
  [{ SMTP_URL: 'localhost:25' }, 'SMTP_URL: must be a URL that starts with smtp:// or smtps://.'],
  [{ REDIS_URL: 'http://localhost' }, 'REDIS_URL: must be a URL that starts with redis:// or rediss://.'],
  [{ CLAMD_URL: 'http://localhost' }, 'CLAMD_URL: must be a URL that starts with tcp:// or unix://.'],
  [{ REVIEWER_EMAIL: 'nobody' }, 'REVIEWER_EMAIL: must be an e-mail address.'],
  [{ NEXTAUTH_SECRET: 'short' }, 'NEXTAUTH_SECRET: must be at least 32 characters.'],
  [{ TOKEN_KEYS: 'x' }, 'TOKEN_KEYS: must be a list of id:key, separated by commas, newest first.'],
  [{ TOKEN_KEYS: 'a:c2hvcnQ=' }, "TOKEN_KEYS: has a key 'a' that is not 32 bytes in base64."],
  [{ SECRET_HASH_KEYS: `a:${key},a:${key}` }, 'SECRET_HASH_KEYS: names a key id twice.'],
  [
    { ...publicUrls, LISTEN_ADDRESS: '0.0.0.0' },
    'SMTP_URL: is required when LISTEN_ADDRESS is beyond loopback.',
  ],
  [
    { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@example.com' },
    'REVIEWER_EMAIL: is required with SMTP_URL, for the first reviewer to be reached.',
  ],
  [
    { SMTP_URL: 'smtp://mail.example.com', REVIEWER_EMAIL: 'a@example.com' },
    'MAIL_FROM: is required with SMTP_URL, as relays refuse a sender that does not exist.',
  ],
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM: must be an e-mail address, alone or as Name <address>.'],
  [{ SMTP_URL: 'smtp://', MAIL_FROM: 'a@example.com' }, 'SMTP_URL: must name a host.'],
  [{ DATABASE_URL: 'postgres:///guichet' }, 'DATABASE_URL: must name a host.'],
  [
    { TRUSTED_PROXIES: '127.0.0.1,foo' },
    'TRUSTED_PROXIES: "foo" is not an IP address or a range such as 10.0.0.0/8.',
  ],
  ...['core', 'core:short', `a b:${'k'.repeat(32)}`, `core:${'k'.repeat(16)} ${'k'.repeat(16)}`].map(
    (FEED_KEYS): [Record<string, string>, string] => [
      { FEED_KEYS },
      'FEED_KEYS: must list name:key, with keys of at least 32 characters.',
    ],
  ),
  [{ FEED_KEYS: `core:${'k'.repeat(32)},agents:${'k'.repeat(32)}` }, 'FEED_KEYS: must list each key once.'],
  [{ ACCOUNT_CURRENCIES: 'XOF,mad' }, 'ACCOUNT_CURRENCIES: must list currency codes such as XOF,MAD.'],
  [{ ACCOUNT_PREFIXES: '+221' }, 'ACCOUNT_PREFIXES: must list first digits of numbers such as 221,212.'],
  [{ METRICS_ADDRESS: 'all' }, 'METRICS_ADDRESS: must be an IP address or localhost.'],
])('%o is refused with a sentence', (env, sentence) => {
  expect(refusalOf(env)).toBe(sentence)
})

test.each(Object.keys(publicUrls))('%s is an origin: links and endpoints are appended to it', (name) => {
  const refusal = refusalOf({ [name]: 'https://user:hunter2@a.example.com' })
  expect(refusal).toBe(
    `${name}: must end after the host and port: no path, query, fragment, user or password.`,
  )
})

test('beyond loopback the public addresses are required, in every process', () => {
  const given = { LISTEN_ADDRESS: '0.0.0.0', PORTAL_URL: publicUrls.PORTAL_URL }
  expect(() => parse(given)).toThrow(
    ['SANDBOX_AUTH_URL', 'SANDBOX_BASE_URL', 'PRODUCTION_AUTH_URL', 'PRODUCTION_BASE_URL']
      .map((name) => `${name}: is required when LISTEN_ADDRESS is beyond loopback.`)
      .join('\n'),
  )
})

test('a process does not require settings of another one', () => {
  const own = { ...publicUrls, LISTEN_ADDRESS: '0.0.0.0' }
  expect(parse(own)).toMatchObject(own)
})

test('all missing settings of a process are named together', () => {
  expect(() => refuseMissing(['SECRET_HASH_KEYS', 'TOKEN_KEYS'], parse({}))).toThrow(
    'SECRET_HASH_KEYS: must be set for this process.\nTOKEN_KEYS: must be set for this process.',
  )
})

// ASVS 13.3.1
test('a secret can come from a file, in one of the two forms', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'secret')
  writeFileSync(file, '\uFEFFpostgres://guichet:hunter2@db/guichet\n')
  writeFileSync(join(folder, 'empty'), '\n')
  const env = { DATABASE_URL_FILE: file } as unknown as NodeJS.ProcessEnv
  readSecretFiles(env)
  expect(env).toEqual({ DATABASE_URL: 'postgres://guichet:hunter2@db/guichet' })
  const wrong = {
    DATABASE_URL: 'x',
    DATABASE_URL_FILE: file,
    SMTP_URL_FILE: join(folder, 'gone'),
    TOKEN_KEYS_FILE: join(folder, 'empty'),
  } as unknown as NodeJS.ProcessEnv
  expect(() => readSecretFiles(wrong)).toThrow(
    [
      `TOKEN_KEYS_FILE: ${join(folder, 'empty')} is empty.`,
      'DATABASE_URL and DATABASE_URL_FILE: set only one of them.',
      `SMTP_URL_FILE: ${join(folder, 'gone')} cannot be read (ENOENT).`,
    ].join('\n'),
  )
})

// ASVS 12.2.1
test('several wrong settings are all named, those that conflict too', () => {
  const wrong = { PORTAL_PORT: 'x', TOKEN_KEYS: 'x', PORTAL_URL: 'http://a.test', PRODUCTION_PORT: '4001' }
  expect(refusalOf(wrong).split('\n')).toEqual([
    'PORTAL_PORT: must be a whole number, 1 to 65535.',
    'TOKEN_KEYS: must be a list of id:key, separated by commas, newest first.',
    'PORTAL_URL: must be https when it is not on localhost, but is http://a.test.',
    'SANDBOX_AUTH_URL and PRODUCTION_AUTH_URL: must differ, but both are http://localhost:4001.',
    'SANDBOX_AUTH_URL and PRODUCTION_BASE_URL: must differ, but both are http://localhost:4001.',
    'SANDBOX_BASE_URL and PRODUCTION_AUTH_URL: must differ, but both are http://localhost:4001.',
    'SANDBOX_BASE_URL and PRODUCTION_BASE_URL: must differ, but both are http://localhost:4001.',
    'PRODUCTION_PORT and SANDBOX_PORT: must differ, but both are 4001.',
  ])
})

// ASVS 13.2.3
test('with DATABASE_URL every key is required by name, and no secret is printed', () => {
  const DATABASE_URL = 'postgres://guichet:hunter2@localhost/guichet'
  const message = refusalOf({ DATABASE_URL, TOKEN_KEYS: `a:${key}` })
  expect(message.split('\n').map((line) => line.split(':')[0])).toEqual([
    'NEXTAUTH_SECRET',
    'SECRET_ENCRYPTION_KEYS',
    'SECRET_HASH_KEYS',
  ])
  expect(message).not.toContain('hunter2')
})

test('the ports of a mailbox that does not run do not count', () => {
  const env = {
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'a@example.com',
    REVIEWER_EMAIL: 'a@example.com',
    MAILBOX_PORT: '3000',
  }
  expect(refusalOf(env)).toBe('')
})

test('loopback is this machine and nothing that looks like it', () => {
  for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]', 'guichet.localhost'])
    expect(isLoopback(host)).toBe(true)
  for (const host of ['0.0.0.0', '::', '127.0.0.1.example.com', 'localhost.example.com', '10.0.0.1'])
    expect(isLoopback(host)).toBe(false)
})

test('approval of new developers is off unless required', () => {
  expect(parse({})).toMatchObject({ SIGN_UP_APPROVAL: 'off' })
  expect(parse({ SIGN_UP_APPROVAL: 'required' })).toMatchObject({ SIGN_UP_APPROVAL: 'required' })
  expect(refusalOf({ SIGN_UP_APPROVAL: 'yes' })).toContain('SIGN_UP_APPROVAL: must be off or required.')
})

test('single sign-on needs an issuer, a client and its secret, and break-glass needs single sign-on', () => {
  const provider = { OIDC_ISSUER: 'https://id.example.com/realms/staff', OIDC_CLIENT_ID: 'guichet' }
  const secret = { OIDC_CLIENT_SECRET: 's' }
  expect(refusalOf({ ...provider, ...secret, STAFF_PASSWORDS: 'break-glass' })).toBe('')
  expect(parse({ ...provider, OIDC_REVIEWER_VALUES: 'a, b' })).toMatchObject({
    OIDC_ROLES_CLAIM: 'groups',
    OIDC_REVIEWER_VALUES: ['a', 'b'],
    STAFF_PASSWORDS: 'allowed',
  })
  expect(refusalOf(provider)).toBe('OIDC_CLIENT_SECRET: is required with OIDC_ISSUER.')
  expect(refusalOf({ OIDC_ISSUER: provider.OIDC_ISSUER, ...secret })).toBe(
    'OIDC_CLIENT_ID: is required with OIDC_ISSUER.',
  )
  for (const [name, value] of Object.entries({ ...secret, OIDC_NAME: 'ID', OIDC_REVIEWER_VALUES: 'a' }))
    expect(refusalOf({ [name]: value })).toBe(`OIDC_ISSUER: is required with ${name}.`)
  expect(refusalOf({ STAFF_PASSWORDS: 'break-glass' })).toContain(
    'OIDC_ISSUER: is required with STAFF_PASSWORDS',
  )
  expect(refusalOf({ STAFF_PASSWORDS: 'none' })).toContain('STAFF_PASSWORDS: must be allowed or break-glass.')
  expect(refusalOf({ ...provider, OIDC_ISSUER: 'http://id.example.com' })).toContain(
    'OIDC_ISSUER: must be https',
  )
  expect(refusalOf({ ...provider, ...secret, OIDC_ISSUER: 'http://localhost:9' })).toBe('')
  for (const issuer of [
    'https://id.example.com/?a=b',
    'https://id.example.com/#a',
    'https://me:pw@id.example.com',
    'id',
  ])
    expect(refusalOf({ ...provider, OIDC_ISSUER: issuer })).toMatch(/^OIDC_ISSUER: must/)
  for (const name of ['two\nlines', '\u202Eturned', 'x'.repeat(41)])
    expect(refusalOf({ ...provider, ...secret, OIDC_NAME: name })).toMatch(/^OIDC_NAME: must be a text/)
})

test('quotes that were kept around a value are left out, except of a secret', () => {
  const quoted = {
    MAIL_FROM: '"Guichet <no-reply@example.com>"',
    PORTAL_PORT: "'3100'",
    NEXTAUTH_SECRET: `"${'n'.repeat(30)}"`,
    OIDC_ROLES_CLAIM: '"',
    SMTP_URL: 'smtp://mail.example.com',
  }
  expect(parseSettings(quoted as never)).toMatchObject({
    MAIL_FROM: 'Guichet <no-reply@example.com>',
    PORTAL_PORT: 3100,
    NEXTAUTH_SECRET: quoted.NEXTAUTH_SECRET,
    OIDC_ROLES_CLAIM: '"',
  })
  const named = '"Awa" <awa@example.com>'
  expect(parseSettings({ MAIL_FROM: named } as never).MAIL_FROM).toBe(named)
})
