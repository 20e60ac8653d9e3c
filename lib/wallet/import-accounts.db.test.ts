import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSettings } from '@/lib/env'
import { succeed } from '@/lib/result'
import { withOwnDatabase } from '@/test/own-database'
import { temporaryFolder } from '@/test/resources'
import { currencyDecimals } from './account-record'
import { type ImportOptions, type ImportProgress, importAccounts } from './import-accounts'

const folder = temporaryFolder()
const file = join(folder, 'accounts.csv')
const badFile = join(folder, 'bad.csv')
const plain = { complete: false, allowRemovals: null, skipBad: false, badFile: null } as const
const header = 'msisdn,type,status,currency,balance,frozen_balance'

const nothing = {
  inserted: 0,
  updated: 0,
  unchanged: 0,
  newer: 0,
  stayRemoved: 0,
  demoRemoved: 0,
  removed: 0,
  grantsRemoved: 0,
}

const databases = withOwnDatabase()
let client: Client

beforeAll(async () => {
  client = new Client({ connectionString: databases.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
})

beforeEach(async () => {
  await client.query('DELETE FROM wallet_account; DELETE FROM removed_account')
})

async function load(
  lines: string[],
  options: Partial<ImportOptions> = {},
  watch?: (progress: ImportProgress) => void,
) {
  writeFileSync(file, [header, ...lines, ''].join('\r\n'))
  const asOf = new Date().toISOString()
  const all = { ...plain, file, environment: 'production', asOf, ...options } as const
  return succeed(importAccounts(client, all, statSync(file).size, watch))
}

async function stored() {
  const { rows } = await client.query(
    'SELECT environment, msisdn, type, status, currency, balance, frozen_balance, as_of, demo FROM wallet_account ORDER BY msisdn',
  )
  return rows
}

test('accounts are stored with exactly the decimals of their currency', async () => {
  const { loaded, lines, bad } = await load([
    '221770000001,customer,active,XOF,12500,0',
    '+212600000004,retailer,suspended,MAD,1234.5,0.25',
    '"216200000005","customer","barred","TND","90071992547409931234.125","0"',
  ])
  expect({ loaded, lines, bad }).toEqual({
    loaded: { ...nothing, inserted: 3 },
    lines: 3,
    bad: 0,
  })
  expect(await stored()).toMatchObject([
    {
      msisdn: '212600000004',
      type: 'retailer',
      status: 'suspended',
      balance: '1234.50',
      frozen_balance: '0.25',
    },
    { msisdn: '216200000005', balance: '90071992547409931234.125', frozen_balance: '0.000' },
    { environment: 'production', msisdn: '221770000001', balance: '12500', frozen_balance: '0', demo: false },
  ])
})

test('an import leaves an audit row with its counts', async () => {
  await load(['221770000001,customer,active,XOF,1,0'], { environment: 'sandbox' })
  const { rows } = await client.query('SELECT * FROM audit_entry ORDER BY sequence DESC LIMIT 1')
  expect(rows[0]).toMatchObject({
    actor_role: 'system',
    action: 'accounts.imported',
    subject_id: 'sandbox',
    detail: { inserted: 1, updated: 0, unchanged: 0, bad: 0 },
  })
})

test('running it again updates; asOf moves only where an amount or the currency changed', async () => {
  const lines = ['221770000001,customer,active,XOF,1,0', '221770000002,customer,active,XOF,2,0']
  await load([...lines, '221770000003,customer,active,XOF,3,0', '221770000004,customer,active,XOF,4,0'])
  await client.query(`UPDATE wallet_account SET as_of = '2020-01-01T00:00:00Z'`)
  expect((await load(lines)).loaded).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 })
  const { loaded } = await load([
    '221770000001,customer,barred,XOF,1,0',
    '221770000002,customer,active,XOF,22,0',
    '221770000003,customer,active,XOF,3,1',
    '221770000004,customer,active,XAF,4,0',
    '221770000005,customer,active,XOF,5,0',
  ])
  expect(loaded).toMatchObject({ inserted: 1, updated: 4, unchanged: 0 })
  const years = (await stored()).map(({ msisdn, as_of }) => [msisdn.at(-1), as_of.getUTCFullYear() > 2020])
  expect(years).toEqual([
    ['1', false],
    ['2', true],
    ['3', true],
    ['4', true],
    ['5', true],
  ])
})

test("accounts newer than the file are left alone and counted; of equally old ones the file's are kept", async () => {
  const asOf = '2026-11-20T09:30:00.000Z'
  await client.query(`
    INSERT INTO wallet_account (environment, msisdn, type, status, currency, balance, frozen_balance, as_of, demo) VALUES
      ('production', 221770000001, 'customer', 'active', 'XOF', 10, 0, '2026-11-20T09:50:00Z', false),
      ('production', 221770000002, 'customer', 'barred', 'XOF', 20, 0, '2026-11-20T09:30:00.001Z', false),
      ('production', 221770000003, 'customer', 'active', 'XOF', 30, 0, '2026-11-20T09:50:00Z', false),
      ('production', 221770000004, 'customer', 'active', 'XOF', 40, 0, '${asOf}', false),
      ('production', 221770000009, 'customer', 'active', 'XOF', 90, 0, '2026-11-20T09:50:00Z', false),
      ('sandbox', 221770000005, 'customer', 'active', 'XOF', 50, 0, '2026-11-20T09:50:00Z', false)`)
  const { loaded } = await load(
    [
      '221770000001,customer,active,XOF,1,0',
      '221770000002,customer,active,XOF,20,0',
      '221770000003,customer,active,XOF,30,0',
      '221770000004,customer,active,XOF,4,0',
      '221770000005,customer,active,XOF,5,0',
    ],
    { asOf },
  )
  expect(loaded).toEqual({ ...nothing, inserted: 1, updated: 1, unchanged: 1, newer: 2 })
  const found = (await stored()).filter(({ environment }) => environment === 'production')
  expect(found.map((row) => [row.msisdn.at(-1), row.status, row.balance, row.as_of.toISOString()])).toEqual([
    ['1', 'active', '10', '2026-11-20T09:50:00.000Z'],
    ['2', 'barred', '20', '2026-11-20T09:30:00.001Z'],
    ['3', 'active', '30', '2026-11-20T09:50:00.000Z'],
    ['4', 'active', '4', asOf],
    ['5', 'active', '5', asOf],
    ['9', 'active', '90', '2026-11-20T09:50:00.000Z'],
  ])
  const { rows } = await client.query(
    `SELECT detail FROM audit_entry WHERE action = 'accounts.imported' ORDER BY sequence DESC LIMIT 1`,
  )
  expect(rows).toEqual([{ detail: { ...loaded, bad: 0, asOf } }])
})

test('demo accounts are replaced by a file, however old it is', async () => {
  await client.query(`
    INSERT INTO wallet_account (environment, msisdn, type, status, currency, balance, frozen_balance, as_of, demo)
    VALUES ('sandbox', 221770000001, 'customer', 'active', 'XOF', 10, 0, now(), true)`)
  const options = { environment: 'sandbox', asOf: '2020-01-01T00:00:00.000Z' } as const
  const { loaded } = await load(['221770000001,customer,active,XOF,1,0'], options)
  expect(loaded).toMatchObject({ updated: 1, newer: 0 })
  expect(await stored()).toMatchObject([{ balance: '1', demo: false }])
})

const mixed = [
  '221770000001,customer,active,XOF,1,0',
  '221770000002,customer,active,XOF,1.5,0',
  '221770000001,retailer,active,XOF,9,0',
  '=cmd,customer,active,XOF,1,0',
  '221770000003,customer,active,XOF,3,0',
  '221770000001,customer,active,XOF,8,0',
]
const reasons = [
  {
    line: 3,
    reason: 'balance: has 1 decimals, but XOF has 0',
    fault: expect.objectContaining({ code: 'decimals' }),
  },
  { line: 4, reason: 'msisdn: is already on line 2', fault: { code: 'duplicate', values: { first: '2' } } },
  { line: 5, reason: expect.stringMatching(/^msisdn: must be/), fault: { code: 'msisdn', values: {} } },
  { line: 7, reason: 'msisdn: is already on line 2', fault: { code: 'duplicate', values: { first: '2' } } },
]

// ASVS 2.3.3
test('one bad line, and nothing is changed; every bad line is named', async () => {
  const report = await load(mixed)
  expect(report).toEqual({ lines: 6, bad: 4, firstBad: reasons, loaded: null, tooMany: null })
  expect(await stored()).toEqual([])
})

test('with skipBad the rest is loaded, and the bad lines are written to a file unchanged', async () => {
  const report = await load(mixed, { skipBad: true, badFile })
  expect(report).toMatchObject({ bad: 4, firstBad: reasons, loaded: { inserted: 2 } })
  expect(await stored()).toMatchObject([{ msisdn: '221770000001', balance: '1' }, { msisdn: '221770000003' }])
  const written = readFileSync(badFile, 'utf8').split('\r\n')
  expect(written[0]).toBe('line,reason,text')
  expect(written[1]).toBe(
    '3,"balance: has 1 decimals, but XOF has 0","221770000002,customer,active,XOF,1.5,0"',
  )
  expect(written[3]).toMatch(/^5,"msisdn: must be .*","=cmd,customer,active,XOF,1,0"$/)
  expect(written).toHaveLength(6)
  expect(statSync(badFile).mode & 0o777).toBe(0o600)
})

test('of very many bad lines the first hundred are listed, and all are written', async () => {
  const lines = Array.from({ length: 25_000 }, () => '221770000001,customer,active,XOF,1,0')
  const report = await load(['bad', ...lines], { badFile })
  expect(report).toMatchObject({ lines: 25_001, bad: 25_000, loaded: null })
  expect(report.firstBad).toHaveLength(100)
  expect(report.firstBad[0]).toMatchObject({ line: 2, reason: 'has 1 fields and not 6' })
  expect(report.firstBad[99]).toMatchObject({ line: 102, reason: 'msisdn: is already on line 3' })
  expect(readFileSync(badFile, 'utf8').trimEnd().split('\r\n')).toHaveLength(25_001)
})

test('the first import into Production removes the demo accounts, even if it contains their numbers', async () => {
  const demo = (msisdn: string) =>
    client.query(
      `INSERT INTO wallet_account (environment, msisdn, type, status, currency, balance, frozen_balance, as_of, demo)
       VALUES ('production', $1, 'customer', 'active', 'XOF', 5, 0, now(), true)`,
      [msisdn],
    )
  await demo('999000000001')
  await demo('999000000002')
  await expect(load([], {})).rejects.toThrow('The file has no accounts.')
  await load(['221770000001,customer,active,XOF,1,0'], { environment: 'sandbox' })
  expect((await stored()).filter((account) => account.demo)).toHaveLength(2)
  const { loaded } = await load(['999000000001,customer,active,XOF,5,0'])
  expect(loaded).toEqual({ ...nothing, inserted: 1, demoRemoved: 2 })
  expect((await stored()).filter((account) => account.environment === 'production')).toMatchObject([
    { msisdn: '999000000001', demo: false },
  ])
})

test('two simultaneous imports of an environment: the second is refused', async () => {
  const other = new Client({ connectionString: databases.url })
  await other.connect()
  await other.query('BEGIN')
  await other.query('SELECT pg_advisory_xact_lock(2026112102)')
  await expect(load(['221770000001,customer,active,XOF,1,0'])).rejects.toThrow('busy')
  const sandbox = await load(['221770000001,customer,active,XOF,1,0'], { environment: 'sandbox' })
  expect(sandbox.loaded?.inserted).toBe(1)
  await other.end()
})

test('a file that grows while it is read changes nothing', async () => {
  const growing = () =>
    appendFileSync(file, '221770000002,customer,active,XOF,0,0\r\n221770000003,customer,active,XOF,0,1')
  const line = '221770000001,customer,active,XOF,0,0'
  await expect(load([line], {}, ({ step }) => step === 'reading' && growing())).rejects.toThrow('changed')
  expect(await stored()).toEqual([])
  expect((await client.query('SELECT FROM staged_import')).rowCount).toBe(0)
})

test('a file that is not an accounts file changes nothing, and the connection still works', async () => {
  writeFileSync(file, 'a;b;c\n1;2;3\n')
  const asOf = new Date().toISOString()
  const options = { ...plain, file, environment: 'production', asOf, skipBad: true } as const
  await expect(importAccounts(client, options, 12)).rejects.toThrow('separated by semicolons')
  writeFileSync(file, '')
  await expect(importAccounts(client, options, 0)).rejects.toThrow('missing msisdn')
  expect((await load(['221770000001,customer,active,XOF,1,0'])).loaded).toMatchObject({ inserted: 1 })
})

test.each(['', '\n', '\r\n'])('a file of only a header, with %j after it, is refused', async (end) => {
  writeFileSync(file, `${header}${end}`)
  const asOf = new Date().toISOString()
  const options = { ...plain, file, environment: 'production', asOf } as const
  await expect(importAccounts(client, options, statSync(file).size)).rejects.toThrow('has no accounts')
  expect((await client.query('SELECT FROM account_import WHERE as_of = $1', [asOf])).rowCount).toBe(0)
})

test('a file of bad lines only loads nothing, and counts as no import', async () => {
  const asOf = new Date().toISOString()
  expect(await load(['bad', 'worse'], { asOf, skipBad: true })).toMatchObject({ bad: 2, loaded: null })
  expect((await client.query('SELECT FROM account_import WHERE as_of = $1', [asOf])).rowCount).toBe(0)
})

test('amounts and details are compared with the file each by its own time', async () => {
  const asOf = '2026-11-20T09:30:00.123456Z'
  const time = (text: string | null) => text && (text === '-infinity' ? text : `2026-11-20T${text}Z`)
  const row = (msisdn: number, amounts: string, details: string | null, removal: string | null = null) =>
    client.query(
      `INSERT INTO wallet_account
         (environment, msisdn, type, status, currency, balance, frozen_balance, as_of, details_as_of, removed_as_of)
       VALUES ('production', $1, 'customer', 'barred', 'XOF', 10, 0, $2, $3, $4)`,
      [msisdn, time(amounts), time(details), time(removal)],
    )
  await row(221770000001, '09:30:00.123457', '09:30:00.123456')
  await row(221770000002, '09:30:00.123456', '09:30:00.123457')
  await row(221770000003, '09:30:00.123457', null)
  await row(221770000004, '09:30:00.123457', '-infinity')
  await client.query(
    `INSERT INTO waiting_details (environment, msisdn, type, status, as_of) VALUES
     ('production', 221770000005, 'retailer', 'suspended', '2026-11-20T09:31:00Z'),
     ('production', 221770000006, 'retailer', 'suspended', $1)`,
    [asOf],
  )
  await row(221770000007, '09:30:00.123457', '-infinity', '09:30:00.123455')
  await row(221770000008, '09:30:00.123457', '-infinity', '09:30:00.123456')
  const lines = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `22177000000${n},retailer,active,XOF,7,0`)
  expect((await load(lines, { asOf })).loaded).toMatchObject({ inserted: 2, updated: 4, newer: 2 })
  expect((await stored()).map(({ type, status, balance }) => [type, status, balance].join(' '))).toEqual([
    'retailer active 10',
    'customer barred 7',
    'customer barred 10',
    'retailer active 10',
    'retailer suspended 7',
    'retailer active 7',
    'retailer active 10',
    'customer barred 10',
  ])
  expect((await client.query('SELECT FROM waiting_details')).rowCount).toBe(0)
})

test('a file closes the refused changes of its numbers that are not later, and of all if it is complete', async () => {
  const [asOf, later] = ['2026-11-20T09:30:00Z', '2026-11-20T09:30:01Z']
  const refuse = (msisdn: number | null, at: string | null) =>
    client.query(
      `INSERT INTO refused_change (name, digest, msisdn, as_of, code, message, body, cut)
       VALUES ('core', decode(md5(random()::text), 'hex'), $1, $2, 'note', '', '{}', false)`,
      [msisdn, at],
    )
  const removed = 221770000003
  await load([`${removed},customer,active,XOF,7,0`], { asOf: '2026-11-20T09:00:00Z' })
  for (const msisdn of [221770000001, 221770000002, removed, null])
    for (const at of [asOf, later, null]) await refuse(msisdn, at)
  const left = async () => (await client.query('SELECT msisdn FROM refused_change')).rowCount
  const lines = ['221770000001,customer,active,XOF,7,0']
  await load(lines, { asOf, environment: 'sandbox' })
  expect(await left()).toBe(12)
  for (const _ of [1, 2]) await load(lines, { asOf })
  expect(await left()).toBe(11)
  await load(lines, { asOf, complete: true, allowRemovals: 1000 })
  expect(await left()).toBe(8)
  const ofRemoved = 'SELECT as_of AS at FROM refused_change WHERE msisdn = $1'
  expect((await client.query(ofRemoved, [removed])).rows).toEqual([{ at: new Date(later) }])
  await client.query('TRUNCATE refused_change')
})

test('currencies and prefixes that the settings do not allow are bad lines, in Production only', async () => {
  const settings = getSettings()
  const lines = [
    '221770000001,customer,active,XAF,1,0',
    '33612345678,customer,active,XOF,1,0',
    '221770000002,customer,active,XOF,1,0',
  ]
  Object.assign(settings, { ACCOUNT_CURRENCIES: ['XOF'], ACCOUNT_PREFIXES: ['221'] })
  try {
    const { firstBad, bad } = await load(lines)
    expect([bad, firstBad.map(({ reason }) => reason)]).toEqual([
      2,
      ['currency: XAF is not one of XOF', 'msisdn: 336 is not one of 221'],
    ])
    expect((await load(lines, { environment: 'sandbox' })).bad).toBe(0)
  } finally {
    Object.assign(settings, { ACCOUNT_CURRENCIES: [], ACCOUNT_PREFIXES: [] })
  }
})

test('progress goes from nothing to everything, through several pieces', { tags: 'slow' }, async () => {
  const seen: ImportProgress[] = []
  const lines = Array.from(
    { length: 120_000 },
    (_, at) => `${221770000000 + at * 3},customer,active,XOF,${at},0`,
  )
  const { loaded } = await load(lines, {}, (progress) => seen.push(progress))
  expect(loaded?.inserted).toBe(120_000)
  const reading = seen.filter(({ step }) => step === 'reading')
  expect(reading.length).toBeGreaterThan(5)
  expect(reading.at(-1)).toMatchObject({ done: statSync(file).size, lines: 120_000 })
  expect(seen.filter(({ step }) => step === 'storing').map(({ done }) => done)).toEqual([100_000, 120_000])
})

test('the database has the same decimals for every currency as we have', async () => {
  const { rows } = await client.query(
    'SELECT code, currency_decimals(code) AS decimals FROM unnest($1::text[]) code',
    [[...currencyDecimals.keys()]],
  )
  expect(rows.length).toBeGreaterThan(150)
  for (const { code, decimals } of rows) expect(currencyDecimals.get(code), code).toBe(decimals)
})

describe('an import that was interrupted', () => {
  const rows = 65_000
  const lines = Array.from(
    { length: rows },
    (_, n) => `"${221770000000 + n}","customer","active","XOF","${10n ** 29n}","0"`,
  )
  const asOf = '2026-11-20T09:00:00.000Z'
  const changed = (at: number) => lines.with(at, (lines[at] as string).replace('"100', '"200'))

  beforeEach(async () => {
    const interrupt = ({ lines: read }: ImportProgress) => {
      if (read === rows) throw new Error('interrupted')
    }
    await expect(load(lines, { asOf }, interrupt)).rejects.toThrow('interrupted')
    expect(await stored()).toEqual([])
  })

  test.each<[string, string[], Partial<ImportOptions>, boolean]>([
    ['continues with the same file and options', lines, {}, true],
    ['continues with a file that differs in what was not read yet', changed(rows - 1), {}, true],
    ['starts over with a file that differs in what was read', changed(0), {}, false],
    [
      'starts over with a longer file',
      [...lines, '"221760000000","customer","active","XOF","1","0"'],
      {},
      false,
    ],
    ['starts over with other options', lines, { skipBad: true }, false],
    ['starts over with another time', lines, { asOf: '2026-11-20T10:00:00.000Z' }, false],
    ['starts over in the other environment', lines, { environment: 'sandbox' }, false],
  ])('%s', async (_, given, options, continues) => {
    const report = await load(given, { asOf, ...options })
    expect(report).toMatchObject({ lines: given.length, bad: 0, loaded: { inserted: given.length } })
    expect(report.continuedAt !== undefined).toBe(continues)
    const accounts = await stored()
    expect(accounts).toHaveLength(given.length)
    const twos = accounts.filter(({ balance }) => balance.startsWith('2')).length
    expect(twos).toBe(given.filter((line) => line.includes('"200')).length)
    const left = await client.query(`SELECT FROM ${options.environment ? 'sandbox_' : ''}staged_import`)
    expect(left.rowCount).toBe(0)
  })

  test('an upload in between leaves it alone', async () => {
    const upload = {
      ...plain,
      environment: 'sandbox',
      asOf,
      file: Readable.from([Buffer.from(`${header}\n221760000000,customer,active,XOF,1,0\n`)]),
    } as const
    expect((await importAccounts(client, upload, 1)).ok).toBe(true)
    expect((await load(lines, { asOf })).continuedAt).toBeGreaterThan(1)
  })
})
