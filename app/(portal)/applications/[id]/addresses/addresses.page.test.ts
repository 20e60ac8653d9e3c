import { expect, test } from 'vitest'
import { loadPage } from '@/test/access/load-page'
import { openSession } from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createInState } from '@/test/validation'
import { listField, readSuggestions } from './suggestions'

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
  expect(frozen).not.toContain('name="remove:')
  const open = await show('active', 'addresses')
  expect(open).toContain('name="networks"')
  // Without a value, a form that asks for a confirmation would send it as if it was pressed.
  expect(open.match(/<button[^>]*name="remove:203.0.113.0\/24"[^>]*>/)?.[0]).toContain('value="on"')
  expect(await show('active', 'try')).toContain('can only be called from its allowed addresses')
})

test.each([
  ['add', '198.51.100.0/24', '203.0.113.7\n198.51.100.0/24'],
  ['remove', '203.0.113.7/32', ''],
  ['remove', '192.0.2.0/24', '203.0.113.7'],
] as const)('a row’s button changes what is typed of the list: %s %s', (act, network, list) => {
  const form = new FormData()
  form.set('networks', ' 203.0.113.7 \n')
  form.set(listField(act, network), '')
  expect(readSuggestions(form)).toEqual({ networks: list })
})
