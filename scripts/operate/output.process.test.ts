import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atFile } from '@/lib/files'
import { withOwnDatabase } from '@/test/own-database'
import { temporaryFolder } from '@/test/resources'
import { openWireTo } from '@/test/wire'
import { projectRoot } from '../launch/root'
import { explain } from './explain'

const own = withOwnDatabase()
const program = join(projectRoot, 'scripts/operate/guichet.mjs')
const folder = temporaryFolder()
const file = join(folder, 'accounts.csv')

/** The socket of the tests' database is in a folder of its own user. */
let wire: Awaited<ReturnType<typeof openWireTo>>

beforeAll(async () => {
  wire = await openWireTo(own.url)
  writeFileSync(file, '')
  chmodSync(file, 0o444)
  chmodSync(folder, 0o555)
})
afterAll(() => {
  wire.close()
  chmodSync(folder, 0o755)
})

/** Root without what lets it write anywhere. */
const asAnyone = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []

/** In a folder that its user may not write to, as /opt/guichet under systemd. */
function run(words: string[]): Promise<{ code: unknown; out: string; err: string }> {
  const [command = '', ...args] = [...asAnyone, process.execPath, program, ...words]
  const env = { ...process.env, DATABASE_URL: wire.url, DATA_DIR: tmpdir(), NODE_ENV: 'production' as const }
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    )
  })
}

const into = ['--environment', 'production']
test.each([
  [['backup', '--keys', 'keys.json'], 'keys.json'],
  [['backup', '--to', '.'], expect.stringMatching(/^guichet-[\dTZ-]+$/)],
  [['import-accounts', 'accounts.csv', ...into, '--skip-bad'], 'accounts.bad.csv'],
  [['import-accounts', 'accounts.csv', ...into, '--bad-file', 'bad.csv'], 'bad.csv'],
  [['import-accounts', '--watch', ...into], 'changes.bad.jsonl'],
])(
  '%j is refused at its start where it cannot write, with the file and the folder',
  async (words, name) => {
    const { code, out, err } = await run(words)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    const [, path, into] =
      /^(.*): cannot be written, as the user .* may not write to the folder (.*) \(EACCES\)\./.exec(err) ?? []
    expect([path?.slice(folder.length + 1), into], err).toEqual([name, folder])
  },
  60_000,
)

test('a full disk is named with the file and the free space', async () => {
  const error = await atFile('/dev/full', () => appendFile('/dev/full', 'x')).catch((thrown) => thrown)
  expect(explain(error)).toMatch(
    /^\/dev\/full: the disk is full \(ENOSPC, [\d.]+ MB free on the disk of \/dev\/full\)\.$/,
  )
})

test('a full disk behind the output is said, and no success', () => {
  const { status, stderr } = spawnSync('sh', [
    '-c',
    '"$0" "$1" --help > /dev/full',
    process.execPath,
    program,
  ])
  expect(status).toBe(1)
  expect(String(stderr)).toMatch(/^The output could not be written: ENOSPC/)
})

test('a database whose disk is full is reported, not taken for a bug', () => {
  const message = 'could not extend file "base/1/2": No space left on device'
  expect(explain({ code: '53100', message })).toBe(`The database server has no room left: ${message}.`)
})

test.each([
  [
    '25006',
    'cannot execute UPDATE in a read-only transaction',
    /^The database takes no changes \(.*\): connect/,
  ],
  ['57014', 'canceling statement due to statement timeout', /^The database ended this \(.*\): run it again/],
])('what the database refuses by %s is a sentence, not a bug', (code, message, sentence) => {
  expect(explain({ code, message })).toMatch(sentence)
})
