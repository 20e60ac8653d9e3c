import { expect, test } from 'vitest'
import { inviteToTeam } from '@/lib/applications/invite'
import { acceptInvitation, declineInvitation } from '@/lib/applications/join'
import { leaveTeam } from '@/lib/applications/team'
import { revealSecret } from '@/lib/credentials/client-secret'
import { database } from '@/lib/database'
import { countUpload } from '@/lib/documents/limits'
import { showSetupKey } from '@/lib/identity/second-factor'
import { newId } from '@/lib/ids'
import { createApplication } from '@/lib/lifecycle/create-application'
import { reinstateDeveloper, suspendDeveloper } from '@/lib/lifecycle/suspend-developer'
import { queueMail } from '@/lib/mail/commands'
import { createPool } from '@/lib/pool'
import { succeed } from '@/lib/result'
import { applicationFields } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { deleteAccount, openSession } from '@/test/developers'
import { readExport } from '@/test/export'
import { createDeveloper, createTestAccount, type Developer } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { rehearse } from '@/test/rehearsals'

const own = withOwnDatabase()

async function withSecret(owner: Developer<'developer' | 'administrator'>, name: string) {
  const created = await succeed(
    executeAs(owner, createApplication, {
      input: { ...applicationFields(name, { description: 'Caisse' }), environment: 'sandbox' },
    }),
  )
  const secret = await succeed(executeAs(owner, revealSecret, { target: created.id }))
  return { application: created, secret: secret }
}

test('contains the data stored about its owner, nothing that grants access, and nothing about others', async () => {
  const owner = await createDeveloper()
  const other = await createDeveloper()
  const administrator = await createDeveloper({ role: 'administrator' })
  const mine = await withSecret(owner, 'Mine')
  await withSecret(other, 'Theirs')
  const setup = await showSetupKey(owner, (await openSession(owner.id)).sessionId)
  await countUpload(owner.id, 4096)
  const pool = createPool(own.url, 1, 'test')
  await pool.query(
    `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded) VALUES ($1, '2026-11-21T09:00Z', 'token', 2)`,
    [mine.application.id],
  )
  await createTestAccount(pool, mine.application.id, '999100000001')
  await rehearse(pool, mine.application.id, owner)
  for (const { id } of [owner, other])
    await pool.query(
      `INSERT INTO refused_sign_in (id, developer_id, at, why, address) VALUES ($1, $1, '2026-11-21T09:00Z', 'code', '::1')`,
      [id],
    )
  await pool.end()
  const by = { id: administrator.id, role: 'administrator' } as const
  for (const each of [suspendDeveloper, reinstateDeveloper])
    await succeed(executeAs(by, each, { target: owner.id, input: { reason: 'Abuse' } }))
  const { text, parsed } = await readExport(owner)
  expect(parsed.account).toMatchObject({
    email: owner.email,
    role: 'developer',
    authenticatorSince: null,
    passkeys: [],
    identities: [],
  })
  expect(parsed.applications).toMatchObject([
    {
      name: 'Mine',
      clientId: mine.application.clientId,
      transitions: [{ toState: 'active' }],
      secrets: [{ revokedAt: null }],
      testAccounts: [{ msisdn: '999100000001', balance: '700' }],
      rehearsals: [{ endReason: 'requested', calls: 1, report: { applicationName: 'Mine' } }],
      submissions: [],
    },
  ])
  expect(parsed.refusedSignIns).toEqual([{ at: '2026-11-21T09:00:00.000Z', why: 'code', address: '::1' }])
  expect(parsed.uploads).toMatchObject([{ bytes: 4096 }])
  expect(parsed.calls).toEqual([
    {
      applicationId: mine.application.id,
      day: '2026-11-21',
      endpoint: 'token',
      succeeded: 2,
      refused: 0,
      limited: 0,
      failed: 0,
    },
  ])
  expect(parsed.mails.map((mail: { template: string }) => mail.template)).toEqual([
    'application-created',
    'account-suspended',
    'account-reinstated',
  ])
  expect(parsed.record.map((row: { by: string; action: string }) => `${row.action} by ${row.by}`)).toEqual([
    'application.created by developer',
    'secret.revealed by developer',
    'rehearsal.started by developer',
    'rehearsal.ended by developer',
    'developer.data_exported by developer',
    'developer.suspended by administrator',
    'developer.reinstated by administrator',
  ])
  const hidden = [
    mine.secret,
    'hash-of-',
    setup?.key ?? 'none',
    'Theirs',
    other.id,
    other.email,
    administrator.id,
  ]
  for (const word of [...hidden, 'iphertext', 'Hash']) expect(text).not.toContain(word)
})

test('shows its owner’s mails at each of their addresses, and none of an earlier holder of one', async () => {
  const first = await createDeveloper()
  const mover = await createDeveloper()
  const previous = mover.email
  const write = (to: { id: string; email: string }) =>
    database().$transaction((transaction) =>
      queueMail(transaction, { ...to, locale: 'en' }, 'password-changed', {}),
    )
  for (const who of [first, mover]) await write(who)
  await deleteAccount(first)
  await database().developer.update({ where: { id: mover.id }, data: { email: `${newId()}@example.com` } })
  const mails = async (who: Developer<'developer' | 'administrator'>) => (await readExport(who)).parsed.mails
  for (const email of [first.email, previous])
    expect(await mails(await createDeveloper({ email }))).toEqual([])
  expect(await mails(mover)).toMatchObject([{ template: 'password-changed' }])
})

test('shows no invitation that an earlier holder of the address answered', async () => {
  const owner = await createDeveloper()
  const first = await createDeveloper()
  const { application } = await withSecret(owner, 'Shared')
  for (const answer of [acceptInvitation, declineInvitation]) {
    const sent = await succeed(
      executeAs(owner, inviteToTeam, {
        target: application.id,
        input: { email: first.email, role: 'member' },
      }),
    )
    expect((await executeAs(first, answer, { target: sent.id })).ok).toBe(true)
    await executeAs(first, leaveTeam, { target: application.id })
  }
  await database().developer.update({ where: { id: first.id }, data: { email: `${newId()}@example.com` } })
  const next = await createDeveloper({ email: first.email })
  expect((await readExport(next)).parsed).toMatchObject({ invitations: [], teams: [] })
  expect((await readExport(first)).parsed.teams).toEqual([
    { applicationId: application.id, organisationId: null, since: expect.any(String) },
  ])
})

test('has the addresses of the record until they are deleted', async () => {
  const owner = await createDeveloper()
  const email = 'guest@example.org'
  const { application } = await withSecret(owner, 'Shared')
  await succeed(executeAs(owner, inviteToTeam, { target: application.id, input: { email, role: 'member' } }))
  const invited = async () =>
    (await readExport(owner)).parsed.record.find((row: { action: string }) =>
      row.action.endsWith('member_invited'),
    )
  expect((await invited()).detail).toMatchObject({ role: 'member', email })
  await own.owner.query('DELETE FROM audit_address')
  expect((await invited()).detail).toMatchObject({ role: 'member', email: null })
})

test('is valid for someone who has done nothing yet', async () => {
  const { parsed } = await readExport(await createDeveloper())
  expect(parsed).toMatchObject({ applications: [], sessions: [], calls: [], mails: [] })
  expect(parsed.record).toHaveLength(1)
})
