import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOwnDatabase } from '@/test/own-database'
import { countOutcomes, createChanges } from './apply-changes'
import type { Change } from './change'
import { inChangeTransaction, writeChanges } from './write-changes'

const own = withOwnDatabase()
let client: Client

beforeAll(async () => {
  client = new Client({ connectionString: own.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
})

function change(msisdn: string, minute: number, balance = '5'): Change {
  const asOf = Date.UTC(2026, 10, 22, 9, minute) * 1000
  const amounts = { currency: 'XOF', balance, frozenBalance: '0' }
  return { msisdn, asOf, amounts, details: { type: 'customer', status: 'active' } }
}

async function audited(): Promise<{ applied: number; stale: number }[]> {
  const { rows } = await client.query(
    `SELECT detail FROM audit_entry WHERE action = 'accounts.changed' ORDER BY sequence`,
  )
  return rows.map(({ detail }) => detail)
}

test('a batch that failed and is applied again is audited once, with all others of a minute', async () => {
  const changes = createChanges(client, 'sandbox')
  await changes.apply([change('221770000001', 0)])
  // An amount with more decimals than its currency has: the database refuses it.
  const broken = [change('221770000002', 0), change('221770000003', 0, '5.25')]
  await expect(changes.apply(broken)).rejects.toThrow()
  for (const minute of [0, 1])
    expect(await changes.apply([change('221770000002', minute)])).toEqual(['applied'])
  await changes.close()
  expect(await audited()).toEqual([
    { ...countOutcomes(['applied']), removed: 0 },
    { ...countOutcomes(['applied', 'applied']), removed: 0 },
  ])
})

test('changes of one account count in one batch as they would one by one', async () => {
  const some = [
    change('221770000004', 5),
    change('221770000004', 7),
    change('221770000004', 6),
    change('221770000004', 7),
  ]
  const changes = createChanges(client, 'sandbox')
  expect(await changes.apply(some)).toEqual(['applied', 'applied', 'stale', 'unchanged'])
  expect(await changes.apply([change('221770000004', 1), change('221770000004', 2)])).toEqual([
    'stale',
    'stale',
  ])
  await changes.close()
})

test.each([
  ['has no statistics', 'SELECT'],
  ['was empty when it got its statistics', 'VACUUM ANALYZE wallet_account, removed_account, waiting_details'],
])('while a table %s, no more of it is read than what changes', async (_state, prepare) => {
  await client.query('TRUNCATE wallet_account, removed_account, waiting_details')
  await client.query(prepare)
  await client.query('SELECT pg_stat_force_next_flush()')
  const count = 200
  let next = 0
  const kinds: ((n: string) => Change)[] = [
    (msisdn) => change(msisdn, 1),
    (msisdn) => ({ msisdn, asOf: change(msisdn, 1).asOf, details: { type: 'customer', status: 'barred' } }),
    (msisdn) => ({ op: 'remove', msisdn, asOf: change(msisdn, 1).asOf }),
  ]
  async function countRead(size: number, kind: (n: string) => Change): Promise<number> {
    const given = Array.from({ length: size }, () => String(221_780_000_000 + next++))
    return inChangeTransaction(client, async (numbersLocked) => {
      const target = { environment: 'production', importId: 1, numbersLocked } as const
      await writeChanges(
        client,
        target,
        given.map((msisdn) => [kind(msisdn)]),
      )
      // What was not flushed counts for the next transaction too.
      await client.query('SELECT pg_stat_force_next_flush()')
      const { rows } = await client.query(
        'SELECT sum(seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables WHERE relname = ANY ($1)',
        [['wallet_account', 'removed_account', 'waiting_details']],
      )
      return rows[0].read
    })
  }
  // Small ones first, on small tables: a statement with a name is planned for a connection when it has run a few times.
  for (const size of [1, 1, 1, 1, 1, 1, count, count, count])
    for (const kind of kinds) await countRead(size, kind)
  for (const kind of kinds) expect(await countRead(count, kind)).toBeLessThanOrEqual(count)
})

test('a database that does not answer is waited for once', async () => {
  const slow = new Client({ connectionString: own.url, query_timeout: 3000 })
  slow.on('error', () => {})
  await slow.connect()
  const began = performance.now()
  await expect(inChangeTransaction(slow, () => slow.query('SELECT pg_sleep(10)'))).rejects.toThrow('timeout')
  expect(performance.now() - began).toBeLessThan(5900)
  await slow.end()
})
