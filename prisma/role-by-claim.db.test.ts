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

test('the upgrade takes the role of linked staff for the claim’s, unless an invitation gave it last', async () => {
  const byClaim = [
    await createStaff(['developer.role_followed_provider']),
    await createStaff(['developer.role_accepted', 'developer.role_followed_provider']),
    await createStaff([]),
  ]
  await createStaff(['developer.role_followed_provider', 'developer.role_accepted'])
  await createStaff(['developer.role_followed_provider'], { breakGlass: true })
  await createStaff([], { linked: false })
  const migration = readMigrations().find(({ name }) => name.endsWith('_role_by_claim'))
  const [update = ''] = /^UPDATE[^;]+;/m.exec(migration?.sql ?? '') ?? []
  await sql.query(update)
  const { rows } = await sql.query<{ id: string }>('SELECT id FROM developer WHERE role_by_claim ORDER BY id')
  expect(rows.map(({ id }) => id)).toEqual(byClaim)
})
