import { expect, test } from 'vitest'
import { database } from '@/lib/database'
import { describePerson, profileSchema, sessionNameSchema } from '@/lib/identity/schema'
import { findSession, listSessions, nameSession, revokeSession } from '@/lib/identity/session'
import { refused } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { listActions, signUpDeveloper } from '@/test/developers'
import { withOwnDatabase } from '@/test/own-database'
import { changeProfile } from './profile'

const { owner } = withOwnDatabase()

test('a name and a time zone are kept, and come with the session; the record holds no name', async () => {
  const who = await signUpDeveloper()
  await executeAs(who.actor, changeProfile, {
    input: { displayName: 'Ada Lovelace', timeZone: 'Africa/Dakar' },
  })
  expect(await findSession(who.session)).toMatchObject({
    displayName: 'Ada Lovelace',
    timeZone: 'Africa/Dakar',
  })
  expect(await listActions(who.id)).toContain('developer.profile_changed')
  const rows = await database().auditEntry.findMany({ where: { action: 'developer.profile_changed' } })
  expect(JSON.stringify(rows.map(({ detail }) => detail))).not.toContain('Ada')
})

test.each([
  ['Ada Lovelace', null],
  ['J.R. Ünlü-O’Neill 3rd', null],
  ['', null],
  ['x'.repeat(60), null],
  ['x'.repeat(61), 'display_name_too_long'],
  ['a'.repeat(500), 'display_name_too_long'],
  ['Ada\u202eecalevoL', 'display_name_unsafe'],
  ['Ada\u2066', 'display_name_unsafe'],
  ['Ada\u0007', 'display_name_unsafe'],
  ['Ada\nLovelace', 'display_name_unsafe'],
  ['A\u200bda', 'display_name_unsafe'],
  ['www.evil.example', 'display_name_link'],
  ['Win at evil\uff0eexample', 'display_name_link'],
  ['https://evil', 'display_name_link'],
  ['admin@bank', 'display_name_link'],
])('the name %j gives %s', (displayName, message) => {
  const result = profileSchema.safeParse({ displayName, timeZone: '' })
  expect(result.success ? null : result.error.issues[0]?.message).toBe(message)
})

test.each(['Mars/Olympus', 'Africa/Dakar; DROP', '../etc'])('the time zone %j is refused', (timeZone) => {
  expect(profileSchema.safeParse({ displayName: '', timeZone }).success).toBe(false)
})

test('people are never named by their name alone', () => {
  expect(describePerson({ displayName: 'Ada', email: 'ada@example.org' })).toBe('Ada (ada@example.org)')
  expect(describePerson({ displayName: '', email: 'ada@example.org' })).toBe('ada@example.org')
})

test('the database refuses what the form refuses', async () => {
  const who = await signUpDeveloper()
  for (const name of ['a\u202eb', 'a\u0007b', 'x'.repeat(61)]) {
    const set = (sql: string) => owner.query(sql, [name, who.id])
    await expect(set('UPDATE developer SET display_name = $1 WHERE id = $2')).rejects.toThrow('check')
    await expect(set('UPDATE session SET name = $1 WHERE developer_id = $2')).rejects.toThrow('check')
  }
})

test('a device is named by its owner while it is signed in', async () => {
  const who = await signUpDeveloper()
  const name = (sessionName: string) =>
    executeAs(who.actor, nameSession, { target: who.session.sessionId, input: { sessionName } })
  expect(await name('Till laptop')).toMatchObject({ ok: true })
  expect((await listSessions(who.id, 'developer'))[0]?.name).toBe('Till laptop')
  expect(await listActions(who.session.sessionId)).toContain('session.named')
  await executeAs(who.actor, revokeSession, { target: who.session.sessionId })
  expect(await name('Late')).toEqual(refused('not_found'))
  expect(
    sessionNameSchema.safeParse({ session: who.session.sessionId, sessionName: 'a\u202eb' }).success,
  ).toBe(false)
})
