import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { succeed } from '@/lib/result'
import { seedSandboxAccounts } from '@/prisma/seed-accounts'
import { holdLocks, untilBlocked } from '@/test/blocked'
import { createAccount, createApplication, ownerPool } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { temporaryFolder } from '@/test/resources'
import { countOutcomes, createChanges } from './apply-changes'
import type { Change } from './change'
import { type ImportOptions, importAccounts } from './import-accounts'
import { sandboxAccounts } from './sandbox-accounts'

const folder = temporaryFolder()
const own = withOwnDatabase()
let client: Client

beforeAll(async () => {
  client = new Client({ connectionString: own.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
})

beforeEach(async () => {
  await client.query('DELETE FROM wallet_account; DELETE FROM removed_account; DELETE FROM account_grant')
})

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString()
const first = 221770000001

async function load(count: number, minute: number, options: Partial<ImportOptions> = {}, from = first) {
  const file = join(folder, 'accounts.csv')
  const lines = Array.from({ length: count }, (_, index) => `${from + index},customer,active,XOF,1,0`)
  writeFileSync(file, ['msisdn,type,status,currency,balance,frozen_balance', ...lines, ''].join('\n'))
  const plain = { allowRemovals: null, skipBad: false, badFile: null, environment: 'production' } as const
  const all = { ...plain, file, asOf: at(minute), complete: true, ...options }
  return succeed(importAccounts(client, all, statSync(file).size))
}

async function numbers(table: 'wallet_account' | 'removed_account'): Promise<string[]> {
  const { rows } = await client.query(`SELECT msisdn FROM ${table} ORDER BY environment, msisdn`)
  return rows.map(({ msisdn }) => msisdn)
}

async function lastAudit() {
  const { rows } = await client.query('SELECT detail FROM audit_entry ORDER BY sequence DESC LIMIT 1')
  return rows[0].detail
}

async function grant(msisdn: number) {
  const { id } = await createApplication(client as never, { environment: 'production', access: 'listed' })
  await client.query('INSERT INTO account_grant VALUES ($1, $2)', [id, msisdn])
  return id
}

async function grants() {
  return (await client.query('SELECT msisdn FROM account_grant ORDER BY msisdn')).rows.map(
    (row) => row.msisdn,
  )
}

describe('a complete file', () => {
  test('locks what it lacks in one order with what it changes, as the feed does', async () => {
    await load(40, 0)
    await client.query('UPDATE wallet_account SET balance = 2 WHERE msisdn = $1', [first + 1])
    const release = await holdLocks(own.owner, 'SELECT FROM wallet_account WHERE msisdn = $1 FOR UPDATE', [
      first,
    ])
    const loading = load(39, 5, {}, first + 1)
    await untilBlocked(own.owner, 1)
    await release(`UPDATE wallet_account SET frozen_balance = 3 WHERE msisdn = ${first + 1}`)
    expect((await loading).loaded).toMatchObject({ removed: 1, updated: 1 })
  })

  test('removes what it lacks, here exactly 5 %, with its grants, leaves tombstones, and says so in the audit log', async () => {
    await load(40, 0)
    await grant(first)
    await grant(first + 1)
    await client.query(
      `INSERT INTO refused_change (name, digest, msisdn, code, message, body, cut)
       VALUES ('core', '\\x01', $1, '', '', '', false), ('core', '\\x02', $1 + 2, '', '', '', false)`,
      [first],
    )
    const { loaded } = await load(38, 5, {}, first + 2)
    expect((await client.query('SELECT msisdn FROM refused_change')).rows).toEqual([
      { msisdn: String(first + 2) },
    ])
    expect(loaded).toMatchObject({ removed: 2, grantsRemoved: 2, unchanged: 38 })
    expect(await lastAudit()).toMatchObject({ removed: 2, grantsRemoved: 2 })
    expect(await numbers('wallet_account')).toHaveLength(38)
    const { rows } = await client.query(`
      SELECT msisdn, removed.as_of, imported.source, imported.ended_at IS NOT NULL AS ended
      FROM removed_account removed JOIN account_import imported ON imported.id = import_id ORDER BY msisdn`)
    const tombstone = { as_of: new Date(at(5)), source: 'file', ended: true }
    expect(rows).toEqual([
      { ...tombstone, msisdn: String(first) },
      { ...tombstone, msisdn: String(first + 1) },
    ])
    expect(await grants()).toEqual([])
  })

  test('without --complete, accounts that are not in it stay', async () => {
    await load(40, 0)
    expect((await load(1, 5, { complete: false })).loaded).toMatchObject({ removed: 0 })
    expect(await numbers('wallet_account')).toHaveLength(40)
  })

  test('keeps accounts that are newer than it, and those of the other environment', async () => {
    await load(40, 0)
    await createAccount(client as never, String(first + 90), { environment: 'sandbox' })
    await client.query(`UPDATE wallet_account SET as_of = $1 WHERE msisdn = $2`, [at(6), first])
    await client.query(`UPDATE wallet_account SET as_of = $1 WHERE msisdn = $2`, [at(5), first + 1])
    await client.query(`UPDATE wallet_account SET details_as_of = $1 WHERE msisdn = $2`, [at(6), first + 2])
    expect((await load(37, 5, {}, first + 3)).loaded).toMatchObject({ removed: 1 })
    expect(await numbers('removed_account')).toEqual([String(first + 1)])
    expect(await numbers('wallet_account')).toHaveLength(40)
  })

  test('keeps the documented accounts of the Sandbox', async () => {
    const pool = ownerPool(own.url)
    await seedSandboxAccounts(pool)
    await pool.end()
    const [{ msisdn } = { msisdn: '' }] = sandboxAccounts
    await client.query('UPDATE wallet_account SET as_of = $1', [at(0)])
    const { loaded } = await load(1, 5, { environment: 'sandbox', allowRemovals: 1000 }, 221999000001)
    expect(loaded).toMatchObject({ inserted: 1, removed: 0 })
    expect(await numbers('wallet_account')).toContain(msisdn)
  })

  test('changes nothing if it lacks more than 5 %, unless so many are allowed', async () => {
    await load(40, 0)
    const lacking = (count: number, options: Partial<ImportOptions> = {}) =>
      load(40 - count, 5, options, first + count)
    expect(await lacking(3)).toMatchObject({ loaded: null, tooMany: { missing: 3, stored: 40 } })
    expect(await lacking(3, { allowRemovals: 2 })).toMatchObject({ loaded: null })
    expect(await numbers('wallet_account')).toHaveLength(40)
    expect(await numbers('removed_account')).toEqual([])
    expect((await lacking(3, { allowRemovals: 3 })).loaded).toMatchObject({ removed: 3 })
  })

  test('removes nothing when a line is bad', async () => {
    await load(40, 0)
    const file = join(folder, 'bad.csv')
    writeFileSync(file, 'msisdn,type,status,currency,balance,frozen_balance\nx,customer,active,XOF,1,0\n')
    const options = { file, environment: 'production', asOf: at(5), complete: true } as const
    const rest = { allowRemovals: 1000, skipBad: false, badFile: null }
    const result = await importAccounts(client, { ...options, ...rest }, statSync(file).size)
    expect(result).toMatchObject({ ok: true, value: { bad: 1, loaded: null } })
    expect(await numbers('wallet_account')).toHaveLength(40)
  })

  test('brings a removed account back if it is later, and not if it is as old or older', async () => {
    await load(40, 0)
    await load(39, 5, {}, first + 1)
    const older = await load(40, 4)
    expect(older.loaded).toMatchObject({ inserted: 0, unchanged: 39, stayRemoved: 1 })
    expect((await load(40, 5)).loaded).toMatchObject({ inserted: 0, stayRemoved: 1 })
    expect(await numbers('removed_account')).toEqual([String(first)])
    expect((await load(40, 6)).loaded).toMatchObject({ inserted: 1, stayRemoved: 0 })
    expect(await numbers('removed_account')).toEqual([])
    expect(await numbers('wallet_account')).toHaveLength(40)
  })
})

describe('a stream', () => {
  const set = (minute: number, balance = '5'): Change => ({
    msisdn: String(first),
    amounts: { currency: 'XOF', balance, frozenBalance: '0' },
    details: { type: 'customer', status: 'active' },
    asOf: Date.parse(at(minute)) * 1000,
  })
  const gone = (minute: number): Change => ({
    op: 'remove',
    msisdn: String(first),
    asOf: Date.parse(at(minute)) * 1000,
  })

  async function apply(...batches: Change[][]) {
    const changes = createChanges(client, 'production')
    const counts = []
    for (const batch of batches) counts.push(countOutcomes(await changes.apply(batch)))
    await changes.close()
    return counts
  }

  test('removes an account and its grants, and counts it in the audit log', async () => {
    await apply([set(0)])
    await grant(first)
    expect(await apply([gone(1)])).toMatchObject([{ applied: 1, stale: 0 }])
    expect(await lastAudit()).toMatchObject({ applied: 1, stale: 0, removed: 1 })
    expect([await numbers('wallet_account'), await numbers('removed_account'), await grants()]).toEqual([
      [],
      [String(first)],
      [],
    ])
  })

  // Every order of times, in one batch and in two: the state must be the same, and so must the counts.
  const cases: [string, Change[], boolean, number][] = [
    ['a removal that is older does nothing', [set(5), gone(4)], true, 1],
    ['a removal of the same time removes', [set(5), gone(5)], false, 2],
    ['an older change does not bring back', [gone(5), set(4)], false, 1],
    ['an equally old change does not bring back', [gone(5), set(5)], false, 1],
    ['a later change brings back', [gone(5), set(6)], true, 2],
    ['a removal arrives twice', [gone(5), gone(5)], false, 1],
    ['a later removal prevails', [gone(5), gone(7), set(6)], false, 2],
    ['a removal before an earlier one', [gone(7), gone(5), set(6)], false, 1],
    ['removed, back and removed', [set(1), gone(2), set(3), gone(4)], false, 4],
  ]
  test.each(cases)('%s', async (_what, changes, exists, applied) => {
    const one = await apply(changes)
    expect(one).toMatchObject([{ applied }])
    expect((await numbers('wallet_account')).length === 1).toBe(exists)
    expect((await numbers('removed_account')).length === 0).toBe(exists)
    await client.query('DELETE FROM wallet_account; DELETE FROM removed_account')
    const several = await apply(...changes.map((change) => [change]))
    expect(several.reduce((sum, each) => sum + each.applied, 0)).toBe(applied)
    expect((await numbers('wallet_account')).length === 1).toBe(exists)
    expect((await numbers('removed_account')).length === 0).toBe(exists)
  })

  test.each([
    ['in order', [[gone(1)], [set(2)]]],
    ['after its return', [[set(2)], [gone(1)]]],
    ['with its return', [[set(2), gone(1)]]],
  ])('a number that comes back has to be granted again, its removal arriving %s', async (_, batches) => {
    await apply([set(0)])
    await grant(first)
    await apply(...batches)
    expect(await numbers('wallet_account')).toEqual([String(first)])
    expect(await grants()).toEqual([])
  })

  test('a grant that is being given at the same moment ends with the account', async () => {
    await apply([set(0)])
    const { id } = await createApplication(client as never, { environment: 'production', access: 'listed' })
    const reviewer = new Client({ connectionString: own.url })
    await reviewer.connect()
    await reviewer.query('BEGIN')
    await reviewer.query('INSERT INTO account_grant VALUES ($1, $2)', [id, first])
    const removing = apply([gone(1)])
    const observer = ownerPool(own.url)
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'SELECT delete_account_grants%'`
    await expect.poll(async () => (await observer.query(waiting)).rowCount).toBe(1)
    await observer.end()
    await reviewer.query('COMMIT')
    await removing
    await reviewer.end()
    expect(await grants()).toEqual([])
  })

  test('each account and removal names its import, which names the newest change', async () => {
    await apply([set(3), { ...set(1), msisdn: String(first + 1) }, { ...gone(2), msisdn: String(first + 2) }])
    const { rows } = await client.query(`
      SELECT DISTINCT import_id, source, imported.as_of, ended_at IS NOT NULL AS ended
      FROM (SELECT import_id FROM wallet_account UNION ALL SELECT import_id FROM removed_account) each
      JOIN account_import imported ON imported.id = import_id`)
    expect(rows).toMatchObject([{ source: 'stream', as_of: new Date(at(3)), ended: true }])
  })
})
