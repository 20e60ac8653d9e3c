import { expect, test } from 'vitest'
import { recordAudit } from '@/lib/audit/commands'
import { systemActor } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { addIdentity } from '@/lib/identity/sign-in-identity'
import { newId } from '@/lib/ids'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { readMigrations } from './migrate'

const { owner: sql } = withOwnDatabase()

type Action = 'developer.role_accepted' | 'developer.role_followed_provider'

async function createStaff(actions: Action[], { linked = true, breakGlass = false } = {}) {
  const { id } = await createDeveloper({ role: 'administrator' })
  await sql.query('UPDATE developer SET break_glass = $2 WHERE id = $1', [id, breakGlass])
  await database().$transaction(async (transaction) => {
    if (linked) await addIdentity(transaction, { issuer: 'https://id.example', subject: newId() }, id)
    for (const action of actions)
      await recordAudit(transaction, systemActor, action, { type: 'developer', id })
  })
  return id
}

/** Runs the statement by which an upgrade marks existing accounts. @returns those that are then marked */
async function upgrade(name: string) {
  const migration = readMigrations().find((each) => each.name.endsWith(name))
  const [update = ''] = /^UPDATE[^;]+;/m.exec(migration?.sql ?? '') ?? []
  await sql.query('UPDATE developer SET role_by_claim = false')
  await sql.query(update)
  const { rows } = await sql.query<{ id: string }>('SELECT id FROM developer WHERE role_by_claim ORDER BY id')
  return rows.map(({ id }) => id)
}

test('the upgrade takes the role of staff for the claim’s, unless an invitation gave it last', async () => {
  const byClaim = [
    await createStaff(['developer.role_followed_provider']),
    await createStaff(['developer.role_accepted', 'developer.role_followed_provider']),
  ]
  const unknown = await createStaff([])
  await createStaff(['developer.role_followed_provider', 'developer.role_accepted'])
  await createStaff(['developer.role_followed_provider'], { breakGlass: true })
  await createStaff([], { linked: false })
  await createStaff(['developer.role_followed_provider', 'developer.role_accepted'], { linked: false })
  // With the previous version, people could unlink an identity and keep the role.
  const unlinked = await createStaff(['developer.role_followed_provider'], { linked: false })
  expect(await upgrade('_role_by_claim')).toEqual([...byClaim, unknown])
  expect(await upgrade('_role_by_claim_of_the_previous_version')).toEqual([...byClaim, unlinked])
})

test('what gives a role is known as well where the previous version, next to this one, only records it', async () => {
  const ids = [
    await createStaff(['developer.role_followed_provider']),
    await createStaff(['developer.role_followed_provider', 'developer.role_accepted'], { breakGlass: true }),
    await createStaff(['developer.role_followed_provider', 'developer.role_accepted']),
  ]
  const { rows } = await sql.query('SELECT role_by_claim FROM developer WHERE id = ANY ($1) ORDER BY id', [
    ids,
  ])
  expect(rows.map((row) => row.role_by_claim)).toEqual([true, false, false])
})
