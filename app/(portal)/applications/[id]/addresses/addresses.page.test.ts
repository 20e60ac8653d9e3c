import { expect, test } from 'vitest'
import { loadPage } from '@/test/access/load-page'
import { openSession } from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createInState } from '@/test/validation'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration'] })

test('a list is frozen while reviewers look at it, and the console says when it is open to some addresses only', async () => {
  const reviewer = { id: (await createDeveloper({ role: 'reviewer' })).id, role: 'reviewer' } as const
  const show = async (state: 'in_validation' | 'active', page: string) => {
    const { applicationId: id, owner } = await createInState(sql, reviewer, state)
    await sql.query(`UPDATE application SET allowed_networks = '{203.0.113.0/24}' WHERE id = $1`, [id])
    return loadPage(`(portal)/applications/[id]/${page}/page`, { id }, await openSession(owner.id))
  }
  const frozen = await show('in_validation', 'addresses')
  expect(frozen).toContain('can’t be changed while the application is in validation')
  expect(frozen).not.toContain('name="networks"')
  expect(await show('active', 'addresses')).toContain('name="networks"')
  expect(await show('active', 'try')).toContain('can only be called from its allowed addresses')
})
