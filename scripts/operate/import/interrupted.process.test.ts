import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { finish, waitForBackend } from '@/test/backups'
import { startGuichet } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'
import { temporaryFolder } from '@/test/resources'

vi.setConfig({ testTimeout: 120_000 })

const folder = temporaryFolder()
const file = join(folder, 'accounts.csv')
/** About 10 MB, of which pieces of 4 MiB are staged. */
const rows = 130_000
const lines = Array.from(
  { length: rows },
  (_, n) => `"${221770000000 + ((n * 7) % rows)}","customer","active","XOF","${10n ** 29n + BigInt(n)}","0"`,
)
const database = withOwnDatabase()
const { owner } = database
let blocker: PoolClient

beforeAll(async () => {
  writeFileSync(file, ['msisdn,type,status,currency,balance,frozen_balance', 'bad', ...lines, ''].join('\n'))
  blocker = await owner.connect()
})
afterAll(() => {
  blocker.release()
})

function start() {
  const args = [
    'import-accounts',
    file,
    '--environment',
    'sandbox',
    '--as-of',
    '2026-11-20T09:00:00Z',
    '--skip-bad',
  ]
  return startGuichet(args, { ...process.env, DATABASE_URL: database.url })
}

const stored = async () =>
  (
    await owner.query(
      'SELECT count(*)::int AS accounts, coalesce(sum(balance), 0)::text AS sum FROM wallet_account',
    )
  ).rows[0]

test('an import that is killed while it reads, then while it stores, continues, and applies all or nothing', async () => {
  const before = await stored()
  const first = start()
  const killed = finish(first)
  await vi.waitUntil(async () => (await owner.query('SELECT FROM sandbox_staged_import')).rowCount === 1, {
    timeout: 60_000,
    interval: 5,
  })
  await blocker.query('BEGIN; LOCK TABLE sandbox_imported_line IN SHARE MODE')
  await waitForBackend(owner, 'guichet-import', 'COPY sandbox_imported_line')
  expect(await finish(start())).toEqual({
    code: 1,
    out: '',
    err: 'Another import is running: nothing was changed. Try again when it has ended.\n',
  })
  first.kill('SIGKILL')
  await killed
  await blocker.query('ROLLBACK')
  expect(await stored()).toEqual(before)

  await untilGone()
  await blocker.query('BEGIN; LOCK TABLE wallet_account IN SHARE MODE')
  const second = start()
  const interrupted = finish(second)
  await waitForBackend(owner, 'guichet-import', 'wallet_account')
  second.kill('SIGINT')
  expect(await interrupted).toEqual({
    code: 130,
    out: '',
    err: '\nInterrupted (SIGINT). Nothing was changed. The same command continues with what it had read.\n',
  })
  // It ends by itself although the statement waits for a lock: no one is left to read the result.
  await untilGone()
  await blocker.query('ROLLBACK')
  expect(await stored()).toEqual(before)

  const { code, out } = await finish(start())
  expect(code).toBe(0)
  expect(out).toContain(
    `Continued at line ${(rows + 3).toLocaleString('en')}, where the same import was interrupted.`,
  )
  expect(out).toContain('line 2: has 1 fields and not 6')
  expect(out).toContain(`${(rows + 1).toLocaleString('en')} lines in`)
  expect(out).toContain(`sandbox: ${rows.toLocaleString('en')} added, 0 updated, 0 unchanged.`)
  const sum = BigInt(before.sum) + BigInt(rows) * 10n ** 29n + (BigInt(rows) * BigInt(rows - 1)) / 2n
  expect(await stored()).toEqual({ accounts: before.accounts + rows, sum: String(sum) })
  expect((await owner.query('SELECT FROM sandbox_imported_line')).rowCount).toBe(0)
})

/** Waits until the server has noticed that the command was killed. */
async function untilGone(): Promise<void> {
  const others = `SELECT FROM pg_stat_activity WHERE application_name = 'guichet-import'`
  await vi.waitUntil(async () => (await owner.query(others)).rowCount === 0, {
    timeout: 45_000,
    interval: 20,
  })
}
