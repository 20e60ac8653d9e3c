import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '@/lib/pool'
import { bundled, runGuichet, runNode, startGuichet } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'
import { createTestDatabase, type TestDatabase } from '@/test/postgres'
import { temporaryFolder } from '@/test/resources'
import { commands } from './commands'

const own = withOwnDatabase()
const { owner } = own
let bare: TestDatabase
const dataDir = temporaryFolder()
let archive: string

beforeAll(async () => {
  bare = await createTestDatabase()
  await withClient({ connectionString: bare.url }, (client) =>
    client.query('DROP SCHEMA public, graphile_worker CASCADE; CREATE SCHEMA public'),
  )
  expect(await run('backup')).toMatchObject({ code: 0, err: '' })
  archive = join(dataDir, 'backups', readdirSync(join(dataDir, 'backups'))[0] as string)
}, 60_000)

afterAll(async () => {
  await bare.drop()
})

const run = (name: string, args: string[] = [], env: Record<string, string> = {}) =>
  runGuichet([name, ...args], { DATABASE_URL: own.url, DATA_DIR: dataDir, ...env })

test('the list of commands, and an unknown name', async () => {
  const list = await run('--help')
  for (const name of Object.keys(commands)) expect(list.out).toMatch(new RegExp(`^  ${name} +\\w`, 'm'))
  expect(await run('bakup')).toEqual({
    code: 1,
    out: '',
    err: '"bakup" is not a command. Did you mean "backup"? See "guichet --help".\n',
  })
}, 120_000)

test('a checkout has the same commands without a build', async () => {
  const [checkout, built] = [['scripts/operate/guichet.mjs'], [bundled('run')]]
  const [one, other] = await Promise.all(
    [checkout, built].map((program) => runNode([...program, '--help'], process.env)),
  )
  expect(one).toEqual(other)
}, 60_000)

test('a closed output does not end a command', async () => {
  // It continues to work after it has printed.
  const settings = { ...process.env, DATABASE_URL: own.url, DATA_DIR: dataDir }
  const child = startGuichet(['import-accounts', '--remove-demo'], settings)
  child.stdout?.destroy()
  child.stderr?.setEncoding('utf8')
  const err = child.stderr?.toArray()
  const [code] = await once(child, 'close')
  expect({ code, err: await err }).toEqual({ code: 0, err: [] })
}, 60_000)

test.each([
  [['backup', '--to', '/a', '--to', '/b'], '--to: is given more than once.'],
  [['import-accounts', 'x.csv', '--watch', '--watch'], '--watch: is given more than once.'],
  [['backup', '--to', ''], '--to: is empty.'],
  [['restore', ''], 'BACKUP is missing.'],
])(
  '%j is one sentence',
  async (words, refusal) => {
    const [name = '', ...args] = words
    const { code, out, err } = await run(name, args)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe(`${refusal} See "guichet ${name} --help".\n`)
  },
  60_000,
)

test.each([
  [['--keys', join(tmpdir(), 'never-written'), '--recipient', 'age1x'], '--recipient'],
  [['--verify', '/nowhere', '--to', '/nowhere'], '--to'],
])(
  'a backup with %j is refused and nothing is written',
  async (args, other) => {
    const { code, out, err } = await run('backup', args)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe(`${args[0]}: cannot be combined with ${other}.\n`)
    expect(existsSync(join(tmpdir(), 'never-written'))).toBe(false)
  },
  60_000,
)

test('a path that is too long is one sentence', async () => {
  const { code, out, err } = await run('backup', ['--to', `/tmp/${'x'.repeat(300)}`])
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/: cannot be used \(ENAMETOOLONG[^\n]+\)\.\n$/)
}, 60_000)

/** Everything that a command could change. */
async function snapshot() {
  const { rows } = await owner.query(
    `SELECT relname, (xpath('/row/hash/text()', query_to_xml(
       format('SELECT md5(coalesce(string_agg(t::text, chr(10) ORDER BY t::text), %L)) AS hash FROM %I.%I t', '', nspname, relname),
       false, true, '')))[1]::text AS hash
     FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE relkind = 'r' AND nspname IN ('public', 'graphile_worker')
     ORDER BY 1`,
  )
  return { rows, files: readdirSync(dataDir, { recursive: true }).sort() }
}

/** The other arguments that each needs, so that only the tested one is wrong. */
const operandsOf: Record<string, string[]> = {
  restore: ['/nowhere'],
  'create-reviewer': ['a@example.com'],
  'reset-factor': ['a@example.com'],
  'import-accounts': ['--remove-demo'],
  feed: ['resume', 'wallet'],
  configuration: ['export'],
}

/** These fill such a database, or report it as a finding. */
const fillsIt = ['prepare', 'migrate', 'restore', 'doctor']
/** One sentence: no stack and no second line. */
const sentence = /^[^\n]{10,300}\.\n$/

describe.concurrent.each(Object.keys(commands))('%s', (name) => {
  const operands = operandsOf[name] ?? []

  test('--help prints the usage and changes nothing', async () => {
    const before = await snapshot()
    const { code, out, err } = await run(name, [...operands, '--help'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`guichet ${name}`)
    expect(await snapshot()).toEqual(before)
  }, 60_000)

  test('an unknown option is one sentence and changes nothing', async () => {
    const before = await snapshot()
    const { code, out, err } = await run(name, [...operands, '--newkey'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe(`Unknown option '--newkey'. See "guichet ${name} --help".\n`)
    expect(await snapshot()).toEqual(before)
  }, 60_000)

  test('an unreachable database is one sentence', async () => {
    const gone = { DATABASE_URL: 'postgres://guichet:very-secret@127.0.0.1:1/guichet' }
    const given = name === 'restore' ? [archive] : operands
    const { code, out, err } = await run(name, given, gone)
    expect(code).toBe(1)
    const told = name === 'doctor' ? (out.split('\n').find((line) => /^✗ Database: /.test(line)) ?? '') : err
    expect(told).toContain('ECONNREFUSED')
    if (name !== 'doctor') expect(err).toMatch(sentence)
    expect(out + err).not.toMatch(/very-secret|\n {4}at /)
  }, 60_000)
})

describe.concurrent.each(Object.keys(commands).filter((name) => !fillsIt.includes(name)))('%s', (name) => {
  test('a database that was never prepared is one sentence', async () => {
    const { code, out, err } = await run(name, operandsOf[name], { DATABASE_URL: bare.url })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe('The database is not prepared for this version: run "guichet prepare" first.\n')
  }, 60_000)
})
