import { beforeAll, expect, test } from 'vitest'
import { hasDecidedOn } from '@/lib/applications/conflict-of-interest'
import { inviteToTeam } from '@/lib/applications/invite'
import { listTeamInvitations } from '@/lib/applications/join'
import type { Administrator } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { refused } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper, type Developer } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createInState, readAudit } from '@/test/validation'
import { changeAccess, findAccess, findOwnAccess } from './account-access'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })
let reviewer: Administrator
let administrator: Developer<'administrator'>

beforeAll(async () => {
  reviewer = await createDeveloper({ role: 'reviewer' }, sql)
  administrator = await createDeveloper({ role: 'administrator' }, sql)
})

const change = (applicationId: string, access: 'all' | bigint[]) =>
  executeAs(administrator, changeAccess, { target: applicationId, input: { access: access } })

test('an administrator changes the accounts, which is recorded without the numbers', async () => {
  const { applicationId, owner } = await createInState(sql, reviewer, 'active')
  expect(await findOwnAccess(applicationId, owner.id)).toMatchObject({ access: 'all', msisdns: [] })
  expect(await change(applicationId, [221771234568n, 221771234567n])).toMatchObject({ ok: true })
  expect(await findOwnAccess(applicationId, owner.id)).toMatchObject({
    access: 'listed',
    msisdns: [221771234567n, 221771234568n],
  })
  expect(await change(applicationId, 'all')).toMatchObject({ ok: true })
  expect(await findAccess(applicationId)).toMatchObject({ access: 'all', msisdns: [] })
  const rows = await database().auditEntry.findMany({ where: { action: 'application.access_changed' } })
  expect(rows.map(({ detail }) => detail)).toEqual([
    { access: 'listed', accounts: 2 },
    { access: 'all', accounts: null },
  ])
})

test.each(['draft', 'in_validation', 'changes_requested', 'rejected'] as const)(
  'in the state %s nothing was granted yet, and nothing can be',
  async (state) => {
    const { applicationId, owner } = await createInState(sql, reviewer, state)
    expect(await findOwnAccess(applicationId, owner.id)).toMatchObject({ access: 'none', msisdns: [] })
    expect(await change(applicationId, 'all')).toEqual(refused('not_found'))
  },
)

test('an administrator of the team never decides about it, and one who did never joins it', async () => {
  const { applicationId } = await createInState(sql, reviewer, 'active')
  await sql.query(
    `INSERT INTO application_member (application_id, developer_id, role) VALUES ($1, $2, 'member')`,
    [applicationId, administrator.id],
  )
  expect(await change(applicationId, 'all')).toEqual(refused('own_application'))
  const other = await createInState(sql, reviewer, 'active')
  await executeAs(other.owner, inviteToTeam, {
    target: other.applicationId,
    input: { email: administrator.email, role: 'member' },
  })
  await change(other.applicationId, [221771234567n])
  expect(await listTeamInvitations(administrator.id)).toEqual([])
  expect(await database().$transaction((tx) => hasDecidedOn(tx, other.applicationId, administrator.id))).toBe(
    true,
  )
  expect(await readAudit(sql, other.applicationId)).toContain('application.access_changed')
})
