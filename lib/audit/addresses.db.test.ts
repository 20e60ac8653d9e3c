import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { features } from '@/lib/features'
import { newId } from '@/lib/ids'
import { withOwnDatabase } from '@/test/own-database'
import { forgetAddresses, recordAudit } from './commands'
import { readDetail, searchAudit } from './queries'
import { type Actor, type AuditAction, type AuditSubject, systemActor, visitor } from './schema'
import { verifyAudit } from './verify'

const own = withOwnDatabase()
const { owner } = own
const something = { type: 'application', id: newId() } as const
const email = 'awa@example.com'

beforeEach(async () => {
  await tamper('DELETE FROM audit_entry')
  await owner.query('DELETE FROM audit_address')
})

async function tamper(...statements: string[]) {
  const triggers = (state: string) =>
    ['audit_entry', 'audit_address'].map((table) => `ALTER TABLE ${table} ${state} TRIGGER USER`)
  await owner.query([...triggers('DISABLE'), ...statements, ...triggers('ENABLE')].join(';'))
}

async function write(
  detail: Parameters<typeof recordAudit>[4],
  who: Actor = visitor,
  what: AuditSubject = something,
) {
  await database().$transaction((transaction) =>
    recordAudit(transaction, who, 'application.changed', what, detail),
  )
  const { rows } = await owner.query('SELECT detail FROM audit_entry ORDER BY sequence DESC LIMIT 1')
  return rows[0].detail
}

async function readNewest() {
  const [row] = (await searchAudit({}, {}, 1)).rows
  return row && readDetail(row, 'erased')
}

function forget(id: string, emails: string[]) {
  return database().$transaction((transaction) => forgetAddresses(transaction, id, emails))
}

const commitment = { commitment: expect.stringMatching(/^[0-9a-f]{64}$/) }

const actions = features.flatMap(({ audit = [] }) => audit)

// ASVS 14.2.7
describe('an address in the detail of an entry', () => {
  test('reaches the chain of no action, whatever its name is', async () => {
    const detail = {
      email,
      address: '203.0.113.9',
      from: '2001:db8::1',
      reason: `Asked by ${email}.`,
      changed: [email],
    }
    for (const action of actions)
      await database().$transaction((transaction) =>
        recordAudit(transaction, systemActor, action as AuditAction, something, detail),
      )
    const { rows } = await owner.query('SELECT e::text AS text FROM audit_entry e')
    expect(rows).toHaveLength(actions.length)
    for (const { text } of rows) expect(text).not.toMatch(/awa|example|203\.0|2001:db8/)
    expect(await readNewest()).toEqual({ ...detail, changed: `["${email}"]` })
    expect((await verifyAudit(owner)).faults).toEqual([])
  })

  test.each([
    'a@b.example',
    '"Awa" <awa+x@mail.example.com>',
    'Signed in from 192.0.2.1.',
    '::1',
    'fe80::1%eth0',
    'from [2001:DB8:0:0:8:800:200C:417A]:443',
    '::ffff:192.0.2.1',
  ])('is recognised in "%s"', async (reason) => {
    expect(await write({ reason })).toEqual({ reason: commitment })
  })

  test.each([
    'at 12:30:45, version 1.2.3',
    'std::vector, @someone, a@b',
    '2026-11-23T08:55:32.000Z',
    '0193a000-0000-7000-8000-000000000001',
    'Europe/Paris',
    'ab:cd:ef:01:23:45',
  ])('is not seen in "%s"', async (reason) => {
    expect(await write({ reason, count: 1, wanted: true, none: null })).toMatchObject({ reason })
  })

  test('has a commitment that differs each time', async () => {
    expect(await write({ email })).not.toEqual(await write({ email }))
  })
})

describe('verifying', () => {
  test('passes before and after erasure, and entries of versions that kept addresses in the chain', async () => {
    await tamper(
      `INSERT INTO audit_entry (sequence, at, actor_role, action, subject_type, subject_id, detail, previous_hash, hash)
       VALUES (1, now(), 'system', 'test.done', 'application', 'x', '{"email": "${email}"}', '', '')`,
      'UPDATE audit_entry e SET hash = audit_entry_hash(e)',
    )
    expect(await readNewest()).toEqual({ email })
    await write({ email, role: 'member' })
    const before = await verifyAudit(owner)
    expect(before).toMatchObject({ checked: 2, faults: [] })
    await forget(newId(), [email])
    expect(await readNewest()).toEqual({ email: 'erased', role: 'member' })
    expect(await verifyAudit(owner)).toEqual(before)
  })

  test.each([
    ['another text', `UPDATE audit_address SET value = 'eve@example.com' WHERE sequence = 2`],
    ['another salt', `UPDATE audit_address SET salt = sha256('x') WHERE sequence = 2`],
    ['another name', `UPDATE audit_address SET name = 'to' WHERE sequence = 2`],
    ['no commitment', `INSERT INTO audit_address (sequence, name, salt, value) VALUES (2, 'x', '', 'y')`],
  ])('names the row whose address has %s', async (_what, statement) => {
    for (let count = 0; count < 3; count++) await write({ email })
    await tamper(statement)
    expect((await verifyAudit(owner)).faults).toEqual([{ kind: 'address', sequence: '2' }])
  })
})

// ASVS 14.2.7
test('of one person are forgotten: about them, where they acted from, and what names them', async () => {
  const [id, other] = [newId(), newId()]
  const [person, them] = [{ id, role: 'developer' } as const, { type: 'developer', id } as const]
  const someone = { type: 'developer', id: other } as const
  await write({ from: 'old@example.com', to: email }, person, them)
  await write({ reason: `Their address 192.0.2.3 is wrong.` }, visitor, them)
  await write({ address: '192.0.2.1' }, person)
  await write({ reason: 'OLD@example.com asked', email: 'eve@example.com' }, systemActor, someone)
  await write({ email }, { id: other, role: 'developer' })
  await write({ email: 'guest@example.com' }, person)
  await forget(id, [email, 'old@example.com'])
  const { rows } = await owner.query('SELECT sequence, name, value FROM audit_address ORDER BY sequence')
  expect(rows).toEqual([
    { sequence: '4', name: 'email', value: 'eve@example.com' },
    { sequence: '6', name: 'email', value: 'guest@example.com' },
  ])
})

test('no process writes them past the chain, and no one changes one', async () => {
  await write({ email })
  const insert = `INSERT INTO audit_address (sequence, name, salt, value) VALUES (9, 'x', '', 'y')`
  for (const statement of [insert, `SELECT commit_addresses(9, '{"email": "a@b.example"}')`])
    await expect(database().$executeRawUnsafe(statement)).rejects.toThrow('42501')
  for (const statement of [`UPDATE audit_address SET value = 'y'`, 'TRUNCATE audit_address'])
    await expect(owner.query(statement)).rejects.toThrow('audit_address is append-only')
})
