import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startGuichet } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'
import { temporaryFolder } from '@/test/resources'
import { openWireTo } from '@/test/wire'
import { type Acknowledgement, watchChanges } from './import-accounts'

vi.setConfig({ testTimeout: 90_000 })

const database = withOwnDatabase()
let owner: Client
const folder = temporaryFolder()

beforeAll(async () => {
  owner = new Client({ connectionString: database.url })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
})

type Watching = {
  child: ChildProcess
  acks: Record<string, number>[]
  out: () => string
  err: () => string
  ended: Promise<number | null>
}

function start(args: string[], settings: Record<string, string> = {}): Watching {
  const child = startGuichet(['import-accounts', ...args], {
    ...process.env,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    NODE_ENV: 'production',
    ...settings,
  }) as ChildProcessWithoutNullStreams
  const acks: Watching['acks'] = []
  let [all, out, err] = ['', '', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    all += text
    const lines = (out + text).split('\n')
    out = lines.pop() ?? ''
    acks.push(...lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)))
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  return { child, acks, out: () => all, err: () => err, ended: once(child, 'close').then(([code]) => code) }
}

const watch = (...more: string[]) =>
  start(['--watch', '--environment', 'production', '--bad-file', join(folder, 'bad.jsonl'), ...more])

function change(msisdn: number, balance: string, second: number, more: object = {}): string {
  const as_of = new Date(Date.UTC(2026, 10, 20, 9, 0, second)).toISOString()
  return `${JSON.stringify({ msisdn: String(msisdn), type: 'customer', status: 'active', currency: 'XOF', balance, frozen_balance: '0', as_of, ...more })}\n`
}

const one = async (sql: string) => (await owner.query(sql)).rows[0]
const balanceOf = async (msisdn: number) =>
  (await one(`SELECT balance FROM wallet_account WHERE environment = 'production' AND msisdn = ${msisdn}`))
    ?.balance

test('the latest change of each account wins, whatever the order, and each batch is acknowledged once it is stored', async () => {
  await owner.query(`INSERT INTO wallet_account (environment, msisdn, type, status, currency, balance, frozen_balance, as_of, demo)
    VALUES ('production', 221770000099, 'customer', 'active', 'XOF', 1, 0, now(), true)`)
  const { child, acks, ended, err } = watch()
  child.stdin?.write(
    change(221770000001, '100', 5) + change(221770000002, '7', 1) + change(221770000001, '90', 4),
  )
  await vi.waitUntil(() => acks.at(-1)?.line === 3, { timeout: 30_000 })
  expect(await balanceOf(221770000001)).toBe('100')
  // Older than the stored balance, then with the same time.
  child.stdin?.write(change(221770000001, '80', 3) + change(221770000002, '8', 1))
  await vi.waitUntil(() => acks.at(-1)?.line === 5, { timeout: 30_000 })
  expect(await balanceOf(221770000001)).toBe('100')
  expect(await balanceOf(221770000002)).toBe('8')
  child.stdin?.end(change(221770000001, '120', 6).trimEnd())
  expect([await ended, err()]).toEqual([0, ''])
  expect(acks.at(-1)?.line).toBe(6)
  expect(await balanceOf(221770000001)).toBe('120')
  expect(await balanceOf(221770000099)).toBeUndefined()
  expect(acks.reduce((sum, { applied = 0, stale = 0 }) => sum + applied + stale, 0)).toBe(6)
  const { rows } = await owner.query(
    `SELECT detail FROM audit_entry WHERE action = 'accounts.changed' ORDER BY sequence`,
  )
  expect(rows.reduce((sum, { detail }) => sum + detail.applied + detail.stale, 0)).toBe(6)
})

test('a bad line is reported with its number, kept in a file, and delays nothing else', async () => {
  const { child, acks, ended, err } = watch()
  const bad = ['{"msisdn":', change(221770000003, '1.5', 1), change(221770000003, '1', 1, { balance: 1 })]
  child.stdin?.end(`${bad.map((line) => line.trimEnd()).join('\n')}\n\n${change(221770000004, '4', 1)}`)
  expect(await ended).toBe(0)
  expect(await balanceOf(221770000004)).toBe('4')
  expect(acks.reduce((sum, ack) => sum + (ack.bad ?? 0), 0)).toBe(3)
  expect(err()).toContain('line 1: is not a JSON object')
  expect(err()).toContain('line 2: balance has 1 decimals, XOF has 0')
  expect(err()).toContain('line 3: balance: must be there, as text in quotes')
  expect(err()).not.toContain('221770000003')
  const kept = readFileSync(join(folder, 'bad.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(kept.map(({ line }) => line)).toEqual([1, 2, 3])
  expect(kept[1].text).toBe(bad[1]?.trimEnd())
})

test('an account is removed by a line, and the documented ones of the Sandbox are not', async () => {
  const remove = (msisdn: number, second: number, more: object = {}) => {
    const asOf = new Date(Date.UTC(2026, 10, 20, 9, 0, second)).toISOString()
    return `${JSON.stringify({ op: 'remove', msisdn: String(msisdn), asOf, ...more })}\n`
  }
  const { child, acks, ended, err } = watch()
  child.stdin?.write(change(221770000011, '1', 1) + remove(221770000011, 2) + change(221770000012, '2', 1))
  await vi.waitUntil(() => acks.at(-1)?.line === 3, { timeout: 30_000 })
  expect([await balanceOf(221770000011), await balanceOf(221770000012)]).toEqual([undefined, '2'])
  child.stdin?.end(change(221770000011, '1', 2) + remove(221770000012, 5, { op: 'delete' }))
  expect(await ended).toBe(0)
  expect(err()).toBe('line 5: op must be remove\n')
  expect([await balanceOf(221770000011), await balanceOf(221770000012)]).toEqual([undefined, '2'])
  const sandbox = start(['--watch', '--environment', 'sandbox', '--bad-file', join(folder, 'bad.jsonl')])
  sandbox.child.stdin?.end(remove(221770000001, 5))
  expect(await sandbox.ended).toBe(1)
  expect(sandbox.err()).toContain('Every line was bad')
  expect(sandbox.err()).toContain('line 1: is a documented account of the Sandbox')
})

test('a bad line that cannot be written to its file is not acknowledged', async () => {
  const { child, acks, ended, err } = start([
    '--watch',
    '--environment',
    'production',
    '--bad-file',
    '/dev/full',
  ])
  child.stdin?.write(change(221770000005, '5', 1))
  await vi.waitUntil(() => acks.length === 1, { timeout: 30_000 })
  child.stdin?.end('[]\n')
  expect(await ended).toBe(1)
  expect(acks).toHaveLength(1)
  expect(err()).toContain('only what was acknowledged is sure to be stored. ')
  expect(err()).toMatch(
    /\/dev\/full: the disk is full \(ENOSPC, [\d.]+ MB free on the disk of \/dev\/full\)\.\n$/,
  )
})

test('a file for bad lines that cannot be written is refused before anything is applied', async () => {
  const badFile = join(folder, 'no folder', 'bad.jsonl')
  const { child, acks, ended, err } = start(['--watch', '--environment', 'production', '--bad-file', badFile])
  child.stdin?.on('error', () => {}).end(change(221770000006, '6', 1))
  expect(await ended).toBe(1)
  expect(acks).toEqual([])
  expect(err()).toBe(`${badFile}: cannot be written, as there is no folder ${join(folder, 'no folder')}.\n`)
  expect(await balanceOf(221770000006)).toBeUndefined()
})

test('a stream of no or only bad lines ends with a sentence and another code; one with a good line does not', async () => {
  const bad = watch()
  bad.child.stdin?.end(`[]\n${change(221770000009, '1.5', 1)}`)
  expect([await bad.ended, bad.err()]).toEqual([
    1,
    expect.stringContaining('Every line was bad: nothing was changed.'),
  ])
  const none = watch()
  none.child.stdin?.end()
  expect([await none.ended, none.err()]).toEqual([1, expect.stringContaining('There was no line: nothing')])
  const good = watch()
  good.child.stdin?.end(`[]\n${change(221770000009, '1', 1)}`)
  expect(await good.ended).toBe(0)
})

test('a stream takes what the feed takes, and connects as the feed where it has a role', async () => {
  const other = { FEED_DATABASE_URL: database.feedUrl }
  const { child, ended, err } = start(
    ['--watch', '--environment', 'production', '--bad-file', join(folder, 'bad.jsonl')],
    { ...other, DATABASE_URL: '' },
  )
  const asOf = '2026-11-20T09:00:00.123456Z'
  child.stdin?.write(`{"msisdn":"221770000031","balance":{"value":12,"unit":"XOF"},"asOf":"${asOf}"}\n`)
  const barred = '"type":"customer","status":"barred"'
  child.stdin?.write(`{"msisdn":"221770000031",${barred},"asOf":1795000000000}\n`)
  // A part of a group, and seconds instead of milliseconds.
  child.stdin?.write(`{"msisdn":"221770000031","status":"active","asOf":"${asOf}"}\n`)
  child.stdin?.end(`{"msisdn":"221770000031",${barred},"asOf":1795000000}\n`)
  expect(await ended).toBe(0)
  expect(err()).toMatch(
    /^line 3: status needs the type next to it\nline 4: asOf must be .* from the year 2000 on\n$/,
  )
  expect(await balanceOf(221770000031)).toBe('12')
  // The feed may write Production only.
  const sandbox = start(
    ['--watch', '--environment', 'sandbox', '--bad-file', join(folder, 'bad.jsonl')],
    other,
  )
  sandbox.child.stdin?.end(change(221770000031, '3', 1))
  expect(await sandbox.ended).toBe(0)
})

test('a line that its source did not finish is not acknowledged', async () => {
  const { child, acks, ended, err } = watch()
  child.stdin?.end(change(221770000007, '7', 1) + change(221770000008, '8', 1).slice(0, 60))
  expect(await ended).toBe(1)
  expect(acks).toMatchObject([{ line: 1, applied: 1, stale: 0, bad: 0 }])
  expect(err()).toBe('The input ended in the middle of line 2, which was not applied.\n')
  expect(await balanceOf(221770000007)).toBe('7')
})

test('killed, it continues after the last acknowledged line, and nothing acknowledged is lost', async () => {
  const lines = Array.from({ length: 30_000 }, (_, n) => change(221780000000 + (n % 10_000), String(n), n))
  const first = watch()
  first.child.stdin?.on('error', () => {})
  first.child.stdin?.write(lines.join(''))
  await vi.waitUntil(() => first.acks.length > 2, { timeout: 60_000, interval: 2 })
  first.child.kill('SIGKILL')
  await first.ended
  const { line = 0 } = first.acks.at(-1) ?? {}
  expect(line).toBeLessThan(30_000)
  expect(Number(await balanceOf(221780000000 + ((line - 1) % 10_000)))).toBeGreaterThanOrEqual(line - 1)
  const second = watch('--after-line', String(line))
  second.child.stdin?.end(lines.join(''))
  expect([await second.ended, second.err()]).toEqual([0, ''])
  expect(
    await one(
      `SELECT count(*)::int AS count, min(balance)::int AS least FROM wallet_account WHERE msisdn >= 221780000000`,
    ),
  ).toEqual({ count: 10_000, least: 20_000 })
})

test('a file is imported while a stream runs', async () => {
  const file = join(folder, 'accounts.csv')
  writeFileSync(
    file,
    'msisdn,type,status,currency,balance,frozen_balance\n221790000001,customer,active,XOF,5,0\n',
  )
  const watching = watch()
  watching.child.stdin?.write(change(221790000002, '1', 1))
  await vi.waitUntil(() => watching.acks.length > 0, { timeout: 30_000 })
  // The role of a stream cannot do what a file needs, and is not asked to.
  const importing = start([file, '--environment', 'production'], { FEED_DATABASE_URL: database.feedUrl })
  expect([await importing.ended, await balanceOf(221790000001)]).toEqual([0, '5'])
  watching.child.stdin?.end()
  expect(await watching.ended).toBe(0)
})

test('a database that stops responding ends the stream with an error, and acknowledged changes stay', async () => {
  const wire = await openWireTo(database.url)
  const client = new Client({ connectionString: wire.url })
  client.on('error', () => {})
  await client.connect()
  const input = new PassThrough()
  const acks: Acknowledgement[] = []
  const options = { environment: 'production', badFile: join(folder, 'silent.jsonl'), afterLine: 0 } as const
  const watching = watchChanges(client, input, options, (ack) => acks.push(ack), 2000)
  const given = expect(watching).rejects.toThrow('no response within 2 s')
  input.write(change(221750000001, '1', 1))
  await vi.waitUntil(() => acks.length === 1, { timeout: 10_000 })
  wire.cut()
  input.write(change(221750000001, '2', 2))
  await given
  // Nothing is left that would keep the command from ending.
  expect(input.destroyed).toBe(true)
  await client.end()
  wire.close()
  expect(acks).toMatchObject([{ line: 1, applied: 1, stale: 0, bad: 0 }])
  expect(await balanceOf(221750000001)).toBe('1')
})

test('a stream whose acknowledgements no one can read ends with a sentence', async () => {
  const { child, err, ended } = watch()
  child.stdout?.destroy()
  child.stdin?.write(change(221770000050, '5', 1))
  expect(await ended).toBe(1)
  expect(err()).toMatch(/^Standard output is closed \([^\n]+\)\.\n$/)
})
