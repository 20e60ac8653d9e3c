import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { succeed } from '@/lib/result'
import { importAccounts } from '@/lib/wallet/import-accounts'
import { walletKey, withFeed } from '@/test/feed'
import { temporaryFolder } from '@/test/resources'

const world = withFeed()
const folder = temporaryFolder()
const exported = Date.UTC(2026, 10, 20, 9)
const first = 221770000000

type Change = { msisdn: string; asOf: number } & Record<string, unknown>

const amount = (n: number, asOf: number, value: number): Change => ({
  msisdn: String(first + n),
  balance: { value, unit: 'XOF' },
  asOf,
})

/** Posts until it is stored, as a sender does. */
async function deliver(changes: Change[], key = walletKey): Promise<void> {
  for (;;) {
    const { status, body } = await world.send(changes, { key })
    if (status === 200) {
      expect(body.refused).toEqual([])
      return
    }
    expect([429, 503]).toContain(status)
  }
}

async function importFile(lines: string[], complete: boolean) {
  const file = join(folder, 'accounts.csv')
  writeFileSync(file, ['msisdn,type,status,currency,balance,frozen_balance', ...lines, ''].join('\n'))
  const client = new Client({ connectionString: world.own.url })
  await client.connect()
  const options = {
    file,
    environment: 'production',
    asOf: new Date(exported).toISOString(),
    complete,
  } as const
  const rest = { allowRemovals: 1_000_000, skipBad: false, badFile: null }
  const report = await succeed(importAccounts(client, { ...options, ...rest }, statSync(file).size))
  await client.end()
  return report
}

test('the feed at full rate during files: an account that changed after the export stays, also in a complete one', {
  timeout: 300_000,
}, async () => {
  const count = Number(process.env.FEED_FILE_ACCOUNTS ?? 60_000)
  const line = (n: number) => `${first + n},customer,active,XOF,1,0`
  await importFile(
    Array.from({ length: count }, (_, n) => line(n)),
    false,
  )
  let sent = 0
  const importing = importFile(
    Array.from({ length: count / 2 }, (_, n) => line(n * 2).replace(',1,0', ',2,0')),
    true,
  )
  let running = true
  void importing.finally(() => {
    running = false
  })
  // Before the export, which the file overrules; after it, which the file may not touch; and numbers that appear.
  const senders = [walletKey, `${walletKey}-agents`].map(async (key, sender) => {
    for (let round = 0; running; round++) {
      const numbers = Array.from({ length: 500 }, (_, n) => (round * 7919 + n * 97 + sender) % count)
      const changes = [...new Set(numbers)].map((n) =>
        amount(n, n % 3 === 0 ? exported + 5 : exported - 5, n % 3 === 0 ? 7 : 3),
      )
      await deliver([...changes, amount(count + (round % 50), exported + 9, 9)], key)
      sent += changes.length
    }
  })
  const { loaded } = await importing
  await Promise.all(senders)
  expect(sent).toBeGreaterThan(0)
  expect(loaded?.removed).toBeGreaterThan(0)
  const { rows } = await world.own.owner.query(
    `SELECT (msisdn - $1)::int AS n, balance::int, extract(epoch FROM as_of) * 1000 - $2 AS at FROM wallet_account`,
    [first, exported],
  )
  for (const { n, balance, at } of rows) {
    const expected: Record<string, number> = { '5': 7, '9': 9, '0': n % 2 === 0 ? 2 : 3, '-5': 3 }
    // An even number has the file's amount, unless the feed wrote a later one; no older one came back after the file.
    if (n < count && Number(at) < 0) expect(n % 2, `${n} is older than the file`).toBe(1)
    expect([n, balance]).toEqual([n, expected[String(Number(at))]])
  }
  const both = await world.own.owner.query(
    'SELECT FROM wallet_account JOIN removed_account USING (environment, msisdn)',
  )
  expect(both.rowCount).toBe(0)
})

test('changes in random order, with repeats and removals, from four senders end as the latest of each kind', {
  timeout: 300_000,
}, async () => {
  await world.own.owner.query('TRUNCATE wallet_account, removed_account, waiting_details')
  const accounts = 2000
  const base = exported + 1_000_000
  const all: Change[] = []
  for (let n = 0; n < accounts; n++)
    for (let step = 1; step <= 10; step++) {
      const asOf = base + step * 10 + (n % 7)
      if (step % 3 === 0)
        all.push({
          msisdn: String(first + n),
          status: ['active', 'suspended', 'barred'][(n + step) % 3],
          type: step % 2 ? 'retailer' : 'customer',
          asOf,
        } as Change)
      else if (step === 5 && n % 4 === 0)
        all.push({ op: 'remove', msisdn: String(first + n), asOf } as Change)
      else all.push(amount(n, asOf, n + step))
    }
  const shuffled = [...all, ...all.slice(0, 5000)]
    .map((change) => ({ change, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
  const batches = Array.from({ length: Math.ceil(shuffled.length / 700) }, (_, at) =>
    shuffled.slice(at * 700, at * 700 + 700).map(({ change }) => change),
  )
  await Promise.all(
    [0, 1, 2, 3].map(async (sender) => {
      for (const batch of batches.filter((_, at) => at % 4 === sender)) await deliver(batch)
    }),
  )
  const { rows } = await world.own.owner.query(
    'SELECT (msisdn - $1)::int AS n, balance::int, status, type FROM wallet_account ORDER BY msisdn',
    [first],
  )
  expect(rows).toHaveLength(accounts)
  for (const { n, ...found } of rows)
    expect({ n, ...found }).toEqual({
      n,
      balance: n + 10,
      status: ['active', 'suspended', 'barred'][(n + 9) % 3],
      type: 'retailer',
    })
  expect((await world.own.owner.query('SELECT FROM waiting_details')).rowCount).toBe(0)
})
