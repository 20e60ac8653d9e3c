import { Client, type Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { createPool } from '@/lib/pool'
import { withOwnDatabase } from '@/test/own-database'
import { recordAudit } from './commands'
import { auditHeading, csvCell, formatAuditRow } from './export'
import { type AuditRow, countNewestAudit, listAuditActions, readAudit, searchAudit } from './queries'
import { type Actor, type AuditAction, systemActor } from './schema'
import { verifyAudit, verifyNewest } from './verify'

const own = withOwnDatabase()
let owner: Client
let pool: Pool

beforeAll(async () => {
  owner = new Client({ connectionString: own.url })
  pool = createPool(own.url, 2, 'guichet-test')
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await pool.end()
})

/** An empty log, then `count` rows, as someone with the owner's password could make them. */
beforeEach(async () => {
  await tamper('DELETE FROM audit_entry')
  await owner.query('DELETE FROM audit_address')
})

async function tamper(...statements: string[]) {
  await owner.query('ALTER TABLE audit_entry DISABLE TRIGGER USER')
  for (const statement of statements) await owner.query(statement)
  await owner.query('ALTER TABLE audit_entry ENABLE TRIGGER USER')
}

async function write(count: number, actor: Actor = systemActor, action = 'test.done', detail = {}) {
  for (let index = 0; index < count; index++)
    await database().$transaction((transaction) =>
      recordAudit(
        transaction,
        actor,
        action as AuditAction,
        { type: 'application', id: `subject-${index}` },
        detail,
      ),
    )
}

// ASVS 11.4.3, 16.4.2
describe('verifying', () => {
  test('passes an untouched log, in batches, and says where it ends', async () => {
    await write(7, systemActor, 'test.done', { z: 1, a: ['é', '"', '\\'], deep: null })
    const seen: number[] = []
    const verdict = await verifyAudit(pool, { batch: 3, onProgress: (checked) => seen.push(checked) })
    expect(verdict.faults).toEqual([])
    expect(verdict).toMatchObject({ checked: 7, head: { sequence: '7' } })
    expect(seen).toEqual([3, 6, 7])
    expect(
      await verifyAudit(pool, { batch: 3, anchors: [verdict.head ?? { sequence: '0', hash: '' }] }),
    ).toEqual(verdict)
  })

  test('passes an empty log', async () => {
    expect(await verifyAudit(pool)).toEqual({ checked: 0, head: null, faults: [] })
  })

  test.each([
    ['the actor', `UPDATE audit_entry SET actor_id = gen_random_uuid() WHERE sequence = 3`],
    ['the role', `UPDATE audit_entry SET actor_role = 'visitor' WHERE sequence = 3`],
    ['the action', `UPDATE audit_entry SET action = 'test.undone' WHERE sequence = 3`],
    ['the kind of subject', `UPDATE audit_entry SET subject_type = 'developer' WHERE sequence = 3`],
    ['the subject', `UPDATE audit_entry SET subject_id = 'other' WHERE sequence = 3`],
    ['the time', `UPDATE audit_entry SET at = at + interval '1 microsecond' WHERE sequence = 3`],
    ['the detail', `UPDATE audit_entry SET detail = '{"x":1}' WHERE sequence = 3`],
    ['its hash', `UPDATE audit_entry SET hash = sha256('x') WHERE sequence = 3`],
    ['its link', `UPDATE audit_entry SET previous_hash = sha256('x') WHERE sequence = 3`],
  ])('names the row of which %s was changed', async (_what, statement) => {
    await write(5)
    await tamper(statement)
    const { faults } = await verifyAudit(pool, { batch: 2 })
    expect(faults[0]).toEqual({ kind: 'changed', sequence: '3' })
    expect(faults.every(({ sequence }) => sequence === '3')).toBe(true)
  })

  test('names a row that was changed and hashed again', async () => {
    await write(5)
    await tamper(
      `UPDATE audit_entry SET action = 'test.undone' WHERE sequence = 3`,
      `UPDATE audit_entry e SET hash = audit_entry_hash(e) WHERE sequence = 3`,
    )
    expect((await verifyAudit(pool)).faults).toEqual([{ kind: 'replaced', sequence: '3' }])
  })

  test.each([
    ['the first', '1', { kind: 'missing', sequence: '1', until: '1' }],
    ['one in the middle', '3', { kind: 'missing', sequence: '3', until: '3' }],
    ['several', '2, 3', { kind: 'missing', sequence: '2', until: '3' }],
  ])('names %s that was removed', async (_which, sequences, fault) => {
    await write(5)
    await tamper(`DELETE FROM audit_entry WHERE sequence IN (${sequences})`)
    expect((await verifyAudit(pool, { batch: 2 })).faults).toEqual([fault])
  })

  test('names two rows that changed places', async () => {
    await write(6)
    await tamper(
      `UPDATE audit_entry SET sequence = 99 WHERE sequence = 2`,
      `UPDATE audit_entry SET sequence = 2 WHERE sequence = 5`,
      `UPDATE audit_entry SET sequence = 5 WHERE sequence = 99`,
    )
    const { faults } = await verifyAudit(pool)
    expect(faults).toEqual([
      { kind: 'reordered', sequence: '2', until: '5' },
      { kind: 'reordered', sequence: '5', until: '2' },
    ])
  })

  test('names a row that was moved to the end', async () => {
    await write(5)
    await tamper(`UPDATE audit_entry SET sequence = 6 WHERE sequence = 3`)
    expect((await verifyAudit(pool)).faults).toEqual([
      { kind: 'missing', sequence: '3', until: '3' },
      { kind: 'reordered', sequence: '6', until: '3' },
    ])
  })

  test('notices a cut-off end and a rewritten chain by the recorded head', async () => {
    await write(5)
    const { head } = await verifyAudit(pool)
    const anchors = head ? [head] : []
    await tamper('DELETE FROM audit_entry WHERE sequence > 3')
    expect((await verifyAudit(pool)).faults).toEqual([])
    expect((await verifyAudit(pool, { anchors })).faults).toEqual([
      { kind: 'cut_off', sequence: '4', until: '5' },
    ])
    await write(4)
    expect((await verifyAudit(pool)).faults).toEqual([])
    expect((await verifyAudit(pool, { anchors })).faults).toEqual([{ kind: 'rewritten', sequence: '5' }])
  })

  test('is not misled by a changed hash function', async () => {
    await write(3)
    const { rows } = await owner.query(`SELECT pg_get_functiondef('audit_entry_hash'::regproc) AS text`)
    await tamper(
      `UPDATE audit_entry SET action = 'test.undone' WHERE sequence = 2`,
      `CREATE OR REPLACE FUNCTION audit_entry_hash(entry audit_entry) RETURNS bytea LANGUAGE sql STABLE AS $$ SELECT entry.hash $$`,
    )
    expect((await verifyAudit(pool)).faults).toEqual([{ kind: 'changed', sequence: '2' }])
    await owner.query(rows[0].text)
  })

  test('checks the newest rows alone', async () => {
    expect(await verifyNewest(pool, 3)).toBeNull()
    await write(6)
    await tamper(`UPDATE audit_entry SET action = 'test.undone' WHERE sequence = 2`)
    expect(await verifyNewest(pool, 3)).toMatchObject({ last: '6', checked: 3, broken: null })
    expect(await verifyNewest(pool, 9)).toMatchObject({ last: '6', checked: 6, broken: '2' })
  })

  test('passes while rows are being written', async () => {
    await write(3)
    const [verdict] = await Promise.all([verifyAudit(pool, { batch: 1 }), write(10)])
    expect(verdict.faults).toEqual([])
  })
})

// ASVS 16.2.1
describe('searching', () => {
  const administrator: Actor = { id: newId(), role: 'administrator' }

  test('narrows by actor, role, action, subject and time', async () => {
    await write(2, systemActor, 'test.first')
    await write(1, administrator, 'test.second')
    await write(1, administrator, 'test.third')
    await tamper(
      `UPDATE audit_entry SET at = '2026-11-21T00:00Z'::timestamptz + sequence * interval '1 hour'`,
    )
    const middle = new Date('2026-11-21T04:00Z')
    const find = async (filter: Parameters<typeof searchAudit>[0]) =>
      (await searchAudit(filter, {}, 10)).rows.map(({ sequence }) => sequence)
    expect(await find({})).toEqual(['4', '3', '2', '1'])
    expect(await find({ actorId: administrator.id ?? '' })).toEqual(['4', '3'])
    expect(await find({ actorRoles: ['system'] })).toEqual(['2', '1'])
    expect(await find({ actions: ['test.first'] })).toEqual(['2', '1'])
    expect(await find({ subjectType: 'application', subjectId: 'subject-1' })).toEqual(['2'])
    expect(await find({ subjectType: 'developer' })).toEqual([])
    expect(await find({ from: middle })).toEqual(['4'])
    expect(await find({ to: middle })).toEqual(['3', '2', '1'])
    expect(await listAuditActions()).toEqual(['test.first', 'test.second', 'test.third'])
    expect(await countNewestAudit(3)).toEqual(
      expect.arrayContaining([
        { action: 'test.first', actorRole: 'system', entries: 1 },
        { action: 'test.third', actorRole: 'administrator', entries: 1 },
      ]),
    )
  })

  test('pages in both directions', async () => {
    await write(5)
    const pages = async (place: Parameters<typeof searchAudit>[1]) => {
      const { rows, ...rest } = await searchAudit({}, place, 2)
      return { sequences: rows.map(({ sequence }) => sequence), ...rest }
    }
    expect(await pages({})).toEqual({ sequences: ['5', '4'], older: true, newer: false })
    expect(await pages({ olderThan: '4' })).toEqual({ sequences: ['3', '2'], older: true, newer: true })
    expect(await pages({ olderThan: '2' })).toEqual({ sequences: ['1'], older: false, newer: true })
    expect(await pages({ newerThan: '1' })).toEqual({ sequences: ['3', '2'], older: true, newer: true })
    expect(await pages({ newerThan: '3' })).toEqual({ sequences: ['5', '4'], older: true, newer: false })
  })

  test('reads all of it for an export, oldest first', async () => {
    await write(3)
    const read = []
    for await (const rows of readAudit({})) read.push(...rows)
    expect(read.map(({ sequence }) => sequence)).toEqual(['1', '2', '3'])
    expect(read[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  })
})

describe('exporting', () => {
  const row: AuditRow = {
    sequence: '12',
    at: '2026-11-21T09:00:00.000001Z',
    actorId: null,
    actorRole: 'system',
    action: 'test.done',
    subjectType: 'application',
    subjectId: '=cmd|calc',
    detail: '{"note": "a, \\"b\\""}',
    previousHash: '',
    hash: 'ab',
    addresses: '{"email": "awa@example.com"}',
  }

  // ASVS 1.2.10
  test('writes CSV in which nothing is evaluated as a formula', () => {
    expect(auditHeading('csv')).toBe(
      'sequence,at,actor_id,actor_role,action,subject_type,subject_id,detail,previous_hash,hash,addresses\r\n',
    )
    expect(formatAuditRow(row, 'csv')).toBe(
      `12,2026-11-21T09:00:00.000001Z,,system,test.done,application,"'=cmd|calc","{""note"": ""a, \\""b\\""""}",,ab,"{""email"": ""awa@example.com""}"\r\n`,
    )
    for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝'])
      expect(csvCell(`${start}1`)).toMatch(/^"?'/)
    expect(csvCell('plain')).toBe('plain')
  })

  // ASVS 1.2.3
  test('writes JSON lines', () => {
    expect(auditHeading('jsonl')).toBe('')
    const line = formatAuditRow(row, 'jsonl')
    expect(line.endsWith('}\n')).toBe(true)
    expect(JSON.parse(line)).toEqual({
      sequence: 12,
      at: row.at,
      actor_id: null,
      actor_role: 'system',
      action: 'test.done',
      subject_type: 'application',
      subject_id: '=cmd|calc',
      detail: { note: 'a, "b"' },
      previous_hash: '',
      hash: 'ab',
      addresses: { email: 'awa@example.com' },
    })
  })
})

test.each(['UPDATE audit_entry SET action = $$x$$', 'DELETE FROM audit_entry', 'TRUNCATE audit_entry'])(
  'nobody runs %s: neither the portal nor the owner of the tables',
  async (statement) => {
    await write(1)
    await expect(database().$executeRawUnsafe(statement)).rejects.toThrow()
    await expect(owner.query(statement)).rejects.toThrow('audit_entry is append-only')
    expect((await verifyAudit(pool)).checked).toBe(1)
  },
)
