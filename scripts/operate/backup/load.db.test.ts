import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '@/lib/pool'
import { createAccount } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createEmptyDatabase, type TestDatabase } from '@/test/postgres'
import { temporaryFolder } from '@/test/resources'
import type { Manifest, OnProgress } from './archive'
import { dumpDatabase } from './dump'
import { loadArchive } from './load'
import { prepareTarget } from './target'

const source = withOwnDatabase()
const folder = temporaryFolder()
const dumpSteps: Parameters<OnProgress>[] = []
let manifest: Manifest
let target: TestDatabase

beforeAll(async () => {
  target = await createEmptyDatabase()
  for (let n = 0; n < 5; n++) await createAccount(source.owner, String(221771234567 + n))
  // What the database believes, from which the progress of a backup takes how many rows there will be.
  await source.owner.query('ANALYZE wallet_account')
  await source.owner.query('DELETE FROM wallet_account WHERE msisdn = 221771234567')
  manifest = await withClient({ connectionString: source.url }, (client) =>
    dumpDatabase(client, folder, (...step) => dumpSteps.push(step)),
  )
})

afterAll(() => target.drop())

test('the progress of a backup says of how many rows, before it has read them', () => {
  expect(dumpSteps).toContainEqual(['wallet_account', 4, 5])
})

test('a restore refuses a table that lacks rows, and reads none again to count them', async () => {
  await withClient({ connectionString: target.url }, async (client) => {
    await prepareTarget(client, target.url, manifest)
    const tables = manifest.tables.map((table) =>
      table.name === 'wallet_account' ? { ...table, rows: 5 } : table,
    )
    await expect(loadArchive(client, folder, { ...manifest, tables })).rejects.toThrow(
      'wallet_account.copy.gz: 4 rows arrived, but the manifest says 5.',
    )
    const steps: Parameters<OnProgress>[] = []
    await loadArchive(client, folder, manifest, (...step) => steps.push(step))
    expect(steps.filter(([what]) => what === 'restoring wallet_account, row')).toEqual([
      ['restoring wallet_account, row', 0, 4],
      ['restoring wallet_account, row', 4, 4],
    ])
    await client.query('SELECT pg_stat_force_next_flush()')
    const { rows } = await client.query(
      `SELECT seq_tup_read::int AS read, n_tup_ins::int AS added FROM pg_stat_user_tables WHERE relname = 'wallet_account'`,
    )
    expect(rows).toEqual([{ read: 0, added: 4 }])
  })
})
