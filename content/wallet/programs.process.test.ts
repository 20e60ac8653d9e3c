import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { withFaultyFront } from '@/test/faulty-front'
import { walletKey, withFeed } from '@/test/feed'
import { bundled } from '@/test/guichet'
import { installed } from '@/test/interpreters'
import { temporaryFolder } from '@/test/resources'

const world = withFeed()
const front = withFaultyFront(() => world.address)
const folder = import.meta.dirname

beforeEach(() => {
  front.requests = 0
  front.faults = ['away', 502, 'answer lost', 408, 429]
  return world.own.owner.query('TRUNCATE wallet_account, refused_change, feed_sender, feed_position')
})

async function run(program: string, args: string[], input = '', settings: Record<string, string> = {}) {
  const env = {
    ...process.env,
    FEED: front.address,
    KEY: walletKey,
    DATABASE_URL: world.own.url,
    ...settings,
  }
  const child = spawn(program, args, { cwd: folder, env })
  let [out, err] = ['', '']
  child.stdout.on('data', (data) => {
    out += data
  })
  child.stderr.on('data', (data) => {
    err += data
  })
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, out, err }
}

/** What the bridge says, and how it ends, with a wallet that has no slot: the test's own database. */
async function runBridge(settings: Record<string, string> = {}) {
  const wallet = { WALLET_DATABASE_URL: world.own.url, TABLES: 'public.account', ...settings }
  const { code, err } = await run(process.execPath, ['bridge.mjs'], '', wallet)
  return { code, err }
}

async function stored(): Promise<number> {
  return (await world.own.owner.query('SELECT FROM wallet_account')).rowCount ?? 0
}

const lines = Array.from(
  { length: 1500 },
  (_, n) => `{"msisdn":"${221770000000 + n}","balance":{"value":${n},"unit":"XOF"},"asOf":1795000000000}\n`,
).join('')

test('the nightly script imports what arrived, moves it, and complains of what is missing, empty or bad', async () => {
  const root = temporaryFolder()
  for (const name of ['incoming', 'done']) mkdirSync(join(root, name))
  const put = (name: string, text: string) => writeFileSync(join(root, 'incoming', name), text)
  const nightly = () => run('sh', ['nightly.sh', root, process.execPath, bundled('run')])
  const head = 'msisdn,type,status,currency,balance,frozen_balance\n'
  put('.unfinished.csv', head)
  expect(await nightly()).toMatchObject({ code: 1, err: expect.stringContaining('No file of accounts') })
  put('all of them.csv', `${head}221770000001,customer,active,XOF,7,0\n`)
  expect(await nightly()).toMatchObject({ code: 0, out: expect.stringContaining('1 added') })
  expect(await stored()).toBe(1)
  const left = [['.unfinished.csv'], [expect.stringMatching(/^20\d\d-.*Z-all of them\.csv$/)]]
  expect([readdirSync(join(root, 'incoming')), readdirSync(join(root, 'done'))]).toEqual(left)
  for (const [text, complaint] of [
    ['', 'bad.csv is empty'],
    [head, 'has no accounts'],
    [`${head}221770000001,customer,active,XOF,seven,0\n`, 'line 2'],
  ] as const) {
    put('bad.csv', text)
    const { code, out, err } = await nightly()
    expect([code, out + err]).toEqual([1, expect.stringContaining(complaint)])
    expect(readdirSync(join(root, 'incoming'))).toContain('bad.csv')
  }
})

test.each([
  ['bridge.mjs', 160],
  ['Send.java', 20],
  ['send.py', 20],
])('%s has at most %d lines', (name, most) => {
  expect(readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(most)
})

test('curl sends a change', { timeout: 30_000 }, async () => {
  front.faults = ['away', 503, 'answer lost']
  const { code, out } = await run('bash', ['send.sh'])
  expect([code, JSON.parse(out.slice(out.indexOf('{'))), await stored()]).toMatchObject([
    0,
    { unchanged: 1 },
    1,
  ])
})

test.runIf(installed.includes('python'))(
  'Python sends lines in batches, and shows what was refused',
  { timeout: 30_000 },
  async () => {
    const { code, err } = await run('python3', ['send.py'], `${lines}{"msisdn":"x"}\n`)
    expect([code, await stored()]).toEqual([0, 1500])
    expect(err).toContain('{"msisdn":"x"} msisdn must be')
  },
)

test.runIf(installed.includes('java'))('Java sends lines', { timeout: 60_000 }, async () => {
  const cache = mkdtempSync(join(tmpdir(), 'guichet-java-'))
  const { code, out } = await run('java', [`-Djava.io.tmpdir=${cache}`, 'Send.java'], lines)
  rmSync(cache, { recursive: true })
  expect([code, JSON.parse(out), await stored()]).toMatchObject([0, { unchanged: 1500 }, 1500])
})

describe('the bridge', () => {
  /** As a bridge left them. */
  const store = (partition: string) =>
    world.send({ ts_ms: 1 }, { headers: { 'Feed-Position': `${partition}:5000000` } })
  const findCluster = async () =>
    (await world.own.owner.query('SELECT system_identifier::text AS id FROM pg_control_system()')).rows[0]?.id

  const absent = () => Object.assign(new URL(world.own.url), { pathname: '/none' }).href

  beforeEach(() => {
    front.faults = []
  })

  test.each([
    ['is gone', '', async () => `guichet-${await findCluster()}`],
    ['is gone', 'branch', async () => `branch-${await findCluster()}`],
    ['was of another cluster', '', async () => 'guichet-7301000000000000001'],
    ['was of another cluster', '', async () => 'guichet'],
  ])('without its place it says that the slot %s (SLOT=%s), and what to do', async (found, slot, find) => {
    const partition = await find()
    await store(partition)
    const settings: Record<string, string> = slot ? { SLOT: slot } : {}
    const { code, err } = await runBridge(settings)
    expect([code, err.trim().split('\n')]).toEqual([78, [expect.stringContaining(found)]])
    expect(err).toContain(`guichet feed forget-position NAME ${partition}"`)
    expect(err).toContain('load a file')
    // It asked, and sent nothing.
    expect(front.requests).toBe(1)
  })

  // Each comes as far as the creation of its slot, which this role may not.
  test.each([
    ['for the first time', 'orders'],
    ['next to the bridge of another wallet', 'branch-7301000000000000001'],
    ['next to a sender whose name begins as its own', 'guichet-orders'],
  ])('%s it creates its slot, and ends with a sentence where it cannot', async (_when, partition) => {
    await store(partition)
    expect(await runBridge()).toEqual({
      code: 1,
      err: "The wallet's database: permission denied to use replication slots\n",
    })
  })

  test.each([
    [
      'a wallet that is not there',
      1,
      { WALLET_DATABASE_URL: 'none' },
      /^The wallet's database: database "none"/,
    ],
    ['a key that the feed does not know', 1, { KEY: 'x' }, /^The feed answers 401 to \/v1\/positions: /],
    ['a page in place of the feed', 1, { FEED: 'data:,<html>' }, /^The feed answers 200 to .*: <html>/],
    ['settings that are missing or wrong', 78, { KEY: '', FEED: 'feed' }, /^Set these.*: FEED, KEY\.$/],
  ])('it ends with a sentence for %s', async (_what, expected, settings, sentence) => {
    const given = Object.entries(settings).map(([name, value]) => [name, value === 'none' ? absent() : value])
    const { code, err } = await runBridge(Object.fromEntries(given))
    expect([code, err.trim().split('\n')]).toEqual([expected, [expect.stringMatching(sentence)]])
  })
})
