import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { queryDatabase } from '@/lib/database'
import { purgeAbandonedUploads } from '@/lib/documents/retention'
import { createPool } from '@/lib/pool'
import { refused, succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper, ownerPool } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { applyUploads } from './apply-uploads'
import { lookUpAccount, submitUpload } from './commands'
import { listImports } from './queries'
import {
  lookUpSchema,
  type UploadOptions,
  uploadOptionsSchema,
  uploadStates,
  uploadTransitions,
} from './schema'
import { stageUpload } from './upload-content'

type Connected = { connection: { stream: Socket } }

const own = withOwnDatabase()
const { owner, worker } = own
const header = 'msisdn,type,status,currency,balance,frozen_balance'
const first = 221770000001

beforeEach(async () => {
  await own.connectAs('portal')
  await owner.query('TRUNCATE wallet_account, removed_account, account_import, upload_chunk, account_grant')
})

const csv = (...lines: string[]) => [header, ...lines, ''].join('\n')
const line = (msisdn: number, balance = 1) => `${msisdn},customer,active,XOF,${balance},0`

async function upload(text: string, options: Partial<UploadOptions> = {}) {
  const administrator = await createDeveloper({ role: 'administrator' }, owner)
  const staged = await succeed(stageUpload(Readable.from([Buffer.from(text)])))
  const plain = { environment: 'production', complete: false, allowRemovals: null, skipBad: false } as const
  const all = { ...plain, asOf: '2026-11-20T09:00:00.000Z', ...options }
  const id = await succeed(executeAs(administrator, submitUpload, { input: { staged, options: all } }))
  return { id, administrator, uploadId: staged.id }
}

/** As the worker does, with its rights. */
async function apply(signal?: AbortSignal) {
  await own.connectAs('worker')
  await applyUploads(worker, signal)
}

async function state(id: number) {
  const rows = await listImports(10)
  return rows.find((row) => row.id === id)
}

const count = async (sql: string) => (await owner.query(`SELECT count(*)::int FROM ${sql}`)).rows[0].count

async function audited(action: string) {
  const { rows } = await owner.query(
    'SELECT actor_id, actor_role, subject_id, detail FROM audit_entry WHERE action = $1 ORDER BY sequence DESC LIMIT 1',
    [action],
  )
  return rows[0]
}

// ASVS 13.2.2
test("the portal's role can neither write nor remove balances, and the worker's can", async () => {
  const portal = ownerPool(own.portalUrl)
  for (const statement of [
    `INSERT INTO wallet_account (environment, msisdn, type, status, currency, balance, frozen_balance, as_of)
     VALUES ('production', 221770000001, 'customer', 'active', 'XOF', 1, 0, now())`,
    'UPDATE wallet_account SET balance = 1',
    'DELETE FROM wallet_account',
    'DELETE FROM removed_account',
    `UPDATE account_import SET state = 'done'`,
    `INSERT INTO account_import (environment, source, as_of) VALUES ('production', 'file', now())`,
    'SELECT stage_accounts()',
  ])
    await expect(portal.query(statement), statement).rejects.toThrow('permission denied')
  await portal.end()
})

test('an upload is staged encrypted, applied by the worker and recorded as the administrator’s', async () => {
  const { id, administrator } = await upload(csv(line(first), line(first + 1)))
  expect(await audited('accounts.uploaded')).toMatchObject({
    actor_id: administrator.id,
    subject_id: 'production',
    detail: { importId: id, complete: false },
  })
  const { rows } = await owner.query('SELECT ciphertext FROM upload_chunk')
  expect(rows[0].ciphertext.toString('latin1')).not.toContain('22177')
  expect(await state(id)).toMatchObject({ state: 'waiting', endedAt: null })
  await apply()
  expect(await state(id)).toMatchObject({
    state: 'done',
    report: { lines: 2, bad: 0, loaded: { inserted: 2 } },
  })
  expect(await count(`wallet_account WHERE import_id = ${id}`)).toBe(2)
  expect(await count('upload_chunk')).toBe(0)
  expect(await audited('accounts.imported')).toMatchObject({
    actor_id: administrator.id,
    actor_role: 'administrator',
    detail: { inserted: 2, importId: id },
  })
})

test('it is refused for the same reasons as a file of the command, and changes nothing', async () => {
  const { id } = await upload(csv(line(first), '12,customer,active,XOF,1,0', `${first + 1},x,active,XOF,1,0`))
  const { id: wrong } = await upload('a;b\n')
  await apply()
  expect(await state(id)).toMatchObject({
    state: 'refused',
    report: {
      bad: 2,
      firstBad: [
        { line: 3, reason: expect.stringMatching(/^msisdn: must be/), fault: { code: 'msisdn' } },
        { line: 4, reason: 'type: must be customer or retailer', fault: { code: 'type' } },
      ],
    },
  })
  expect(await state(wrong)).toMatchObject({
    state: 'refused',
    report: { error: expect.stringContaining('they are separated by semicolons') },
  })
  expect(await count('wallet_account')).toBe(0)
  expect(await count('upload_chunk')).toBe(0)
  expect(await audited('accounts.upload_refused')).toMatchObject({ detail: { importId: wrong } })
})

test('complete: what is missing is removed, unless that is too much', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => line(first + index))
  await upload(csv(...lines))
  await apply()
  await own.connectAs('portal')
  const later = { complete: true, asOf: '2026-11-20T10:00:00.000Z' }
  const much = await upload(csv(...lines.slice(3)), later)
  const few = await upload(csv(...lines.slice(2)), later)
  await apply()
  expect(await state(much.id)).toMatchObject({
    state: 'refused',
    report: { tooMany: { missing: 3, stored: 40 } },
  })
  expect(await state(few.id)).toMatchObject({ state: 'done', report: { loaded: { removed: 2 } } })
  expect(await count('removed_account')).toBe(2)
})

test('two uploads are applied one after the other, in order, even by two workers', async () => {
  const older = await upload(csv(line(first, 1)))
  const newer = await upload(csv(line(first, 2)))
  await own.connectAs('worker')
  await Promise.all([applyUploads(worker), applyUploads(worker)])
  await applyUploads(worker)
  expect([await state(older.id), await state(newer.id)]).toMatchObject([{ state: 'done' }, { state: 'done' }])
  const { rows } = await owner.query('SELECT balance FROM wallet_account')
  expect(rows).toEqual([{ balance: '2' }])
  expect(
    await count(`audit_entry WHERE action = 'accounts.imported' AND detail->>'importId' = '${older.id}'`),
  ).toBe(1)
})

test('while a stream runs it waits', async () => {
  const { id } = await upload(csv(line(first)))
  const stream = new Client({ connectionString: own.url })
  await stream.connect()
  await stream.query('SELECT pg_advisory_lock(2026112102)')
  await apply()
  expect(await state(id)).toMatchObject({ state: 'waiting' })
  await stream.end()
  await apply()
  expect(await state(id)).toMatchObject({ state: 'done' })
})

test('a worker that ends or is killed in the middle leaves nothing, and the next continues', {
  tags: 'slow',
}, async () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => line(first + index))
  const { id } = await upload(csv(...lines))
  // Killed: its connections are cut while the file waits for a lock.
  const blocker = new Client({ connectionString: own.url })
  await blocker.connect()
  await blocker.query('BEGIN; LOCK TABLE wallet_account IN SHARE MODE')
  await own.connectAs('worker')
  const doomed = createPool(own.workerUrl, 2, 'guichet-test-doomed')
  const sockets: Socket[] = []
  doomed.on('connect', (client) => sockets.push((client as unknown as Connected).connection.stream))
  const killed = applyUploads(doomed).catch((error: Error) => error)
  const waits = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'wallet_account'::regclass`
  await expect.poll(async () => (await owner.query(waits)).rowCount).toBe(1)
  await expect.poll(async () => (await state(id))?.state).toBe('running')
  expect(await state(id)).toMatchObject({ progress: { lines: expect.any(Number) } })
  for (const socket of sockets) socket.destroy()
  expect(await killed).toBeInstanceOf(Error)
  await doomed.end()
  await blocker.query('ROLLBACK')
  await blocker.end()
  expect(await count('wallet_account')).toBe(0)
  const ending = new AbortController()
  ending.abort()
  await apply(ending.signal)
  expect(await state(id)).toMatchObject({ state: 'running' })
  await apply()
  expect(await state(id)).toMatchObject({ state: 'done', report: { loaded: { inserted: 20_000 } } })
})

test('an upload whose content is gone fails with a sentence', async () => {
  const { id } = await upload(csv(line(first)))
  await owner.query('TRUNCATE upload_chunk')
  await apply()
  expect(await state(id)).toMatchObject({
    state: 'failed',
    report: { error: expect.stringContaining('again') },
  })
})

test('the content of an upload that waits is not taken for an interrupted one', async () => {
  const { id, uploadId } = await upload(csv(line(first)))
  await stageUpload(Readable.from([Buffer.from('left behind')]))
  await owner.query(`UPDATE upload_chunk SET created_at = now() - interval '3 days'`)
  await own.connectAs('worker')
  expect(await purgeAbandonedUploads()).toBe(1)
  expect(await count(`upload_chunk WHERE upload_id = '${uploadId}'`)).toBe(1)
  await apply()
  expect(await state(id)).toMatchObject({ state: 'done' })
})

test('a file that breaks off, or is empty, leaves nothing behind', async () => {
  async function* broken() {
    yield Buffer.alloc(3 * 1024 * 1024)
    throw new Error('broken')
  }
  await expect(stageUpload(broken())).rejects.toThrow('broken')
  expect(await stageUpload(Readable.from([]))).toEqual(refused('file_empty'))
  expect((await queryDatabase('SELECT FROM upload_chunk')).rowCount).toBe(0)
})

test('a number is looked up with its import, without its balance, and recorded with the number masked', async () => {
  const { id, administrator } = await upload(csv(line(first, 98765), line(first + 1)))
  await apply()
  await own.connectAs('portal')
  const entries = await succeed(executeAs(administrator, lookUpAccount, { input: { msisdn: String(first) } }))
  expect(entries).toMatchObject([
    { environment: 'production', state: 'stored', asOf: new Date('2026-11-20T09:00:00Z'), origin: { id } },
    { environment: 'sandbox', state: 'unknown', asOf: null, origin: null },
  ])
  expect(
    JSON.stringify(entries, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain('98765')
  expect(await audited('account.looked_up')).toMatchObject({
    actor_id: administrator.id,
    subject_id: '221*******01',
    detail: { found: ['production'] },
  })
  const { rows } = await owner.query('SELECT detail::text || subject_id AS text FROM audit_entry')
  expect(rows.map(({ text }) => text).join()).not.toContain(String(first))
})

test('what follows on what is what the database lets happen, and an end is an end', () => {
  for (const from of uploadStates)
    for (const to of uploadTransitions[from])
      expect(uploadStates.indexOf(to)).toBeGreaterThan(uploadStates.indexOf(from))
  expect([uploadTransitions.done, uploadTransitions.refused, uploadTransitions.failed]).toEqual([[], [], []])
})

test.each([
  [{ environment: 'production', asOf: 'soon' }, 'asOf', 'as_of_invalid'],
  [{ environment: 'production', asOf: '2999-01-01T00:00:00Z' }, 'asOf', 'as_of_future'],
  [{}, 'environment', 'environment_required'],
  [{ environment: 'staging' }, 'environment', 'environment_required'],
  [
    { environment: 'sandbox', complete: 'on', allowRemovals: '5 %' },
    'allowRemovals',
    'allow_removals_invalid',
  ],
  [{ environment: 'sandbox', allowRemovals: '5' }, 'allowRemovals', 'allow_without_complete'],
  [{ environment: 'sandbox', complete: 'on', skipBad: 'on' }, 'skipBad', 'complete_with_skip'],
])('the form %j is refused at %s', (fields, field, message) => {
  const parsed = uploadOptionsSchema.safeParse(fields)
  expect(parsed.error?.issues[0]).toMatchObject({ path: [field], message })
})

test.each([
  '',
  ' ',
  'balance',
  '0770000001',
  '22177\u0000000001',
  '22177\u202e0000001',
  '٢٢١٧٧٠٠٠٠٠٠١',
  '2'.repeat(100_000),
])('the number %j is not looked up', (msisdn) => {
  expect(lookUpSchema.safeParse({ msisdn }).error?.issues).toMatchObject([
    { path: ['msisdn'], message: 'msisdn_invalid' },
  ])
})
