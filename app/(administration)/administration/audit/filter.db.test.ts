import { beforeAll, expect, test } from 'vitest'
import { recordAudit } from '@/lib/audit/commands'
import { searchAudit } from '@/lib/audit/queries'
import { visitor } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { withOwnDatabase } from '@/test/own-database'
import { readSearch, resolveSearch } from './filter'

withOwnDatabase()
const id = newId()

beforeAll(async () => {
  await database().developer.create({ data: { id, email: 'awa@example.com' } })
})

function resolve(query: Record<string, string>) {
  return resolveSearch(readSearch(query))
}

test('looks e-mail addresses up, as the log holds ids only', async () => {
  expect(await resolve({ actor: ' Awa@Example.com ', subject: 'awa@example.com' })).toEqual({
    filter: { actorId: id, subjectId: id },
    problems: [],
  })
  expect(await resolve({ actor: 'System' })).toMatchObject({ filter: { actorRoles: ['system'] } })
  expect(await resolve({ actor: id.toUpperCase() })).toMatchObject({ filter: { actorId: id } })
  expect(await resolve({ subject: 'audit_log' })).toMatchObject({ filter: { subjectId: 'audit_log' } })
  expect((await resolve({ actor: 'nobody@example.com', subject: 'x@y' })).problems).toEqual([
    { field: 'actor', reason: 'unknown' },
    { field: 'subject', reason: 'unknown' },
  ])
})

test('finds entries by an address that they hold', async () => {
  const holds = { email: 'guest@example.com', address: '2001:db8::7' }
  await database().$transaction((transaction) =>
    recordAudit(transaction, visitor, 'application.changed', { type: 'application', id: 'x' }, holds),
  )
  for (const subject of ['Guest@Example.com', '2001:DB8::7']) {
    const { filter, problems } = await resolve({ subject })
    expect([filter.address, problems]).toEqual([subject.toLowerCase(), []])
    expect((await searchAudit(filter, {}, 5)).rows).toMatchObject([{ subjectId: 'x' }])
  }
  expect((await resolve({ subject: '192.0.2.1' })).problems).toEqual([
    { field: 'subject', reason: 'unknown' },
  ])
})

test('leaves out sign-ins where that is chosen', async () => {
  await database().$transaction(async (transaction) => {
    for (const action of ['session.started', 'application.changed', 'session.confirmed'] as const)
      await recordAudit(transaction, visitor, action, { type: 'session', id: 'y' })
  })
  const find = async (query: Record<string, string>) =>
    (await searchAudit((await resolve({ subject: 'y', ...query })).filter, {}, 5)).rows.map(
      ({ action }) => action,
    )
  expect(await find({})).toHaveLength(3)
  expect(await find({ hideSignIns: 'on' })).toEqual(['application.changed'])
})

test('takes days in UTC, includes the last one, and refuses invalid dates', async () => {
  expect((await resolve({ from: '2026-11-21', to: '2026-11-21' })).filter).toMatchObject({
    from: new Date('2026-11-21T00:00:00Z'),
    to: new Date('2026-11-22T00:00:00Z'),
  })
  for (const day of [
    '2026-02-30',
    '2026-13-01',
    '21.11.2026',
    "2026-11-21' OR 1=1",
    '0000-01-01',
    '9999-12-31',
  ])
    expect((await resolve({ from: day })).problems).toEqual([{ field: 'from', reason: 'badDate' }])
})

// ASVS 1.5.2
test('reads one value of each, without NUL, and ignores empty ones', () => {
  expect(readSearch({ actor: ['a', 'b'], action: 'x\0y', from: '', other: 'z' })).toEqual({
    actor: undefined,
    action: 'xy',
    subject: undefined,
    from: undefined,
    to: undefined,
    hideSignIns: undefined,
  })
})

test('an action is in one group, which the door of its concept says', async () => {
  const subject = { type: 'application', id: newId() } as const
  for (const action of ['application.changed', 'application.limit_approved', 'requirement.added'] as const)
    await database().$transaction((transaction) => recordAudit(transaction, visitor, action, subject))
  for (const [group, actions] of Object.entries({
    applications: ['application.changed'],
    decisions: ['application.limit_approved'],
    settings: ['requirement.added'],
  }))
    expect((await resolve({ group })).filter.actions).toEqual(actions)
})
