import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { withFaultyFront } from '@/test/faulty-front'
import { walletKey, withFeed } from '@/test/feed'
import { bundled } from '@/test/guichet'
import { installed } from '@/test/interpreters'
import { temporaryFolder } from '@/test/resources'

const world = withFeed()
const front = withFaultyFront(() => world.address)
const folder = import.meta.dirname

beforeEach(() => {
  front.faults = ['away', 502, 'answer lost', 408, 429]
  return world.own.owner.query('TRUNCATE wallet_account, refused_change, feed_sender')
})

async function run(program: string, args: string[], input = '') {
  const env = { ...process.env, FEED: front.address, KEY: walletKey, DATABASE_URL: world.own.url }
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
  ['bridge.mjs', 60],
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
