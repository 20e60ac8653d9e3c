import { describe, expect, test } from 'vitest'
import { verifyAudit } from '@/lib/audit/verify'
import { listWorkingSecrets } from '@/lib/credentials/queries'
import { database } from '@/lib/database'
import { countUpload } from '@/lib/documents/limits'
import { requestActivation } from '@/lib/identity/activation'
import { requestEmailChange } from '@/lib/identity/email-change'
import { findSession } from '@/lib/identity/session'
import { newId } from '@/lib/ids'
import { refused, succeed } from '@/lib/result'
import { applicationFields, lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { holdLocks, untilBlocked } from '@/test/blocked'
import {
  deleteAccount,
  device,
  enterPassword,
  giveSecondFactor,
  goodPassword,
  inSession,
  listActions,
  readNewestDetail,
  signUpDeveloper,
  stranger,
} from '@/test/developers'
import { withOwnDatabase } from '@/test/own-database'
import { countLiveTokens, createToken } from '@/test/tokens'
import { createApplication } from './create-application'
import { eraseDeveloper } from './delete-developer'

const own = withOwnDatabase()

type Owner = Awaited<ReturnType<typeof signUpDeveloper>>

async function createSandbox({ actor }: Owner) {
  const input = applicationFields('Boutique')
  return succeed(executeAs(actor, createApplication, { input: { ...input, environment: 'sandbox' } }))
}

async function createProduction({ id: developerId }: Owner, state: 'in_validation') {
  const id = newId()
  const clientId = `guichet_production_id_${id.replaceAll('-', '').slice(-22)}`
  const row = { id, developerId, environment: 'production', state, name: 'Caisse', clientId } as const
  await database().application.create({ data: row })
  await database().submission.create({ data: { id: newId(), applicationId: id, number: 1, state } })
  return { id }
}

async function mailsTo(toAddress: string) {
  const rows = await database().mailMessage.findMany({ where: { toAddress }, orderBy: { createdAt: 'asc' } })
  return rows.map(({ template }) => template)
}

async function makeAdministrator(id: string) {
  await database().developer.update({ where: { id }, data: { role: 'administrator' } })
}

describe('deleting an account', () => {
  test('waits for its applications before it locks out references to the person, which their holders may make', async () => {
    const owner = await signUpDeveloper()
    const { id } = await createSandbox(owner)
    const release = await holdLocks(own.owner, 'SELECT FROM application WHERE id = $1 FOR NO KEY UPDATE', [
      id,
    ])
    const deletion = deleteAccount(owner.actor)
    await untilBlocked(own.owner, 1)
    await own.owner.query('SELECT FROM developer WHERE id = $1 FOR KEY SHARE NOWAIT', [owner.id])
    await release()
    expect(await deletion).toMatchObject({ ok: true })
  })

  // ASVS 7.4.2
  test('ends its applications, sessions, links and factors, and removes the address', async () => {
    const owner = await signUpDeveloper()
    const other = await signUpDeveloper()
    const { session } = await giveSecondFactor(owner)
    const sandbox = await createSandbox(owner)
    const production = await createProduction(owner, 'in_validation')
    const untouched = await createSandbox(other)
    await createToken(own, sandbox.id)
    await executeAs(inSession(owner.actor, session.sessionId), requestEmailChange, {
      input: { email: `new-${owner.email}` },
    })
    expect(await countUpload(owner.id, 1)).toBe(true)
    await database().signInIdentity.create({
      data: { id: newId(), developerId: owner.id, issuer: 'https://id.example/', subject: 'x' },
    })
    expect(await deleteAccount(owner.actor)).toEqual({ ok: true, value: undefined })

    const states = await database().application.findMany({ where: { developerId: owner.id } })
    expect(states.map(({ state }) => state)).toEqual(['deleted', 'deleted'])
    expect(await listWorkingSecrets(sandbox.id)).toEqual([])
    expect(await countLiveTokens(sandbox.id)).toBe(0)
    expect(await database().submission.findFirst({ where: { applicationId: production.id } })).toMatchObject({
      state: 'withdrawn',
    })
    expect(await findSession(session)).toBeNull()
    expect(await enterPassword({ email: owner.email, password: goodPassword })).toMatchObject({
      ok: false,
    })
    const row = await database().developer.findUniqueOrThrow({
      where: { id: owner.id },
      include: {
        links: true,
        sessions: true,
        totpFactor: true,
        recoveryCodes: true,
        uploadWindow: true,
        identities: true,
      },
    })
    expect(row.identities).toEqual([])
    expect(row).toMatchObject({ email: `deleted-${owner.id}@invalid`, passwordHash: null, totpFactor: null })
    expect(row.uploadWindow).toBeNull()
    expect(row.deletedAt).not.toBeNull()
    expect(row.recoveryCodes).toEqual([])
    expect(row.sessions.filter(({ revokedAt }) => !revokedAt)).toEqual([])
    expect(row.links.filter(({ usedAt, cancelledAt }) => !usedAt && !cancelledAt)).toEqual([])
    expect(
      JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain(owner.email)
    expect(await listWorkingSecrets(untouched.id)).toHaveLength(1)
  })

  test('mails the previous address, and is recorded by id, the account last', async () => {
    const owner = await signUpDeveloper()
    const application = await createSandbox(owner)
    await deleteAccount(owner.actor)
    expect((await mailsTo(owner.email)).at(-1)).toBe('account-deleted')
    expect((await listActions(application.id)).at(-1)).toBe('application.deleted')
    const last = await database().auditEntry.findFirstOrThrow({ orderBy: { sequence: 'desc' } })
    expect(last).toMatchObject({
      action: 'developer.deleted',
      actorId: owner.id,
      subjectId: owner.id,
      detail: { applications: 1 },
    })
    expect(JSON.stringify(await database().auditEntry.findMany({ select: { detail: true } }))).not.toContain(
      '@',
    )
  })

  test('leaves the address free to sign up again, as someone else', async () => {
    const previous = await signUpDeveloper()
    await createSandbox(previous)
    await deleteAccount(previous.actor)
    await executeAs(stranger, requestActivation, {
      input: { email: previous.email, locale: 'en', intent: 'resend' },
    })
    expect(await lastLink(previous.email)).toMatch(/^[\w-]{43}$/)
    const row = await database().developer.findUniqueOrThrow({ where: { email: previous.email } })
    expect(row.id).not.toBe(previous.id)
    expect(await database().application.count({ where: { developerId: row.id } })).toBe(0)
  })

  test('happens once, however many requests come at the same time', async () => {
    const owner = await signUpDeveloper()
    await createSandbox(owner)
    const results = await Promise.all([1, 2, 3].map(() => deleteAccount(owner.actor)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results).toContainEqual(refused('not_found'))
    expect((await listActions(owner.id)).filter((action) => action === 'developer.deleted')).toHaveLength(1)
  })
})

test('the last administrator stays; of two who leave at the same time one stays', async () => {
  const first = await signUpDeveloper()
  const second = await signUpDeveloper()
  await makeAdministrator(first.id)
  const alone = refused('last_administrator')
  expect(await deleteAccount({ id: first.id, role: 'administrator' })).toEqual(alone)
  expect(await findSession(first.session)).not.toBeNull()
  await makeAdministrator(second.id)
  const results = await Promise.all(
    [first, second].map(({ id }) => deleteAccount({ id, role: 'administrator' })),
  )
  expect(results).toContainEqual({ ok: true, value: undefined })
  expect(results).toContainEqual(alone)
})

describe('erasing someone else', () => {
  const reason = 'They asked for it.'
  const by = async () => {
    const { id } = await signUpDeveloper()
    await makeAdministrator(id)
    return { id, role: 'administrator' } as const
  }

  test('is refused for the last owner of an application until it is handed over', async () => {
    const owner = await signUpDeveloper()
    const heir = await signUpDeveloper()
    const administrator = await by()
    const { id: applicationId } = await createSandbox(owner)
    expect(await executeAs(administrator, eraseDeveloper, { target: owner.id, input: { reason } })).toEqual(
      refused('last_owner'),
    )
    await own.owner.query(`INSERT INTO application_member VALUES ($1, $2, 'member', now())`, [
      applicationId,
      heir.id,
    ])
    expect(
      await executeAs(administrator, eraseDeveloper, { target: owner.id, input: { reason } }),
    ).toMatchObject({ reason: 'last_owner' })
    await own.owner.query(`UPDATE application_member SET role = 'owner' WHERE developer_id = $1`, [heir.id])
    expect(await executeAs(administrator, eraseDeveloper, { target: owner.id, input: { reason } })).toEqual({
      ok: true,
      value: undefined,
    })
    const application = await database().application.findUniqueOrThrow({ where: { id: applicationId } })
    expect(application).toMatchObject({ state: 'active', developerId: heir.id })
  })

  test('removes the address, the password and the traces of sessions; the audit log still verifies', async () => {
    const person = await signUpDeveloper()
    const administrator = await by()
    const { sessionId } = await succeed(
      enterPassword({ email: person.email, password: goodPassword }, { ...device, address: '192.0.2.77' }),
    )
    expect(await readNewestDetail(sessionId)).toEqual({ address: '192.0.2.77' })
    const reason = `Asked from ${person.email}.`
    await succeed(executeAs(administrator, eraseDeveloper, { target: person.id, input: { reason } }))
    expect(await readNewestDetail(sessionId)).toEqual({ address: null })
    expect(await readNewestDetail(person.id)).toEqual({ reason: null, shared: 0 })
    const row = await database().developer.findUniqueOrThrow({ where: { id: person.id } })
    expect(row).toMatchObject({ email: `deleted-${person.id}@invalid`, passwordHash: null })
    const sessions = await database().session.findMany({ where: { developerId: person.id } })
    expect(sessions.length).toBeGreaterThan(0)
    for (const session of sessions) {
      expect(session).toMatchObject({ address: '', userAgent: '' })
      expect(session.revokedAt).not.toBeNull()
    }
    const { rows } = await own.owner.query(
      `SELECT actor_id FROM audit_entry WHERE action = 'developer.erased' AND subject_id = $1`,
      [person.id],
    )
    expect(rows).toEqual([{ actor_id: administrator.id }])
    expect((await verifyAudit(own.owner)).faults).toEqual([])
    expect((await mailsTo(person.email)).at(-1)).toBe('account-deleted')
    expect(
      await executeAs(administrator, eraseDeveloper, { target: person.id, input: { reason } }),
    ).toMatchObject({ reason: 'not_found' })
  })

  test('is refused for oneself and for no one', async () => {
    const administrator = await by()
    expect(
      await executeAs(administrator, eraseDeveloper, { target: administrator.id, input: { reason } }),
    ).toMatchObject({
      reason: 'own_account',
    })
    for (const id of [newId(), 'x'])
      expect(await executeAs(administrator, eraseDeveloper, { target: id, input: { reason } })).toMatchObject(
        { reason: 'not_found' },
      )
  })
})
