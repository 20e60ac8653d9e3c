import { beforeEach, describe, expect, test } from 'vitest'
import { changeDetails } from '@/lib/applications/commands'
import { findApplicationFor, listApplications } from '@/lib/applications/queries'
import { type ApplicationDetails, applicationDetailsSchema } from '@/lib/applications/schema'
import type { Owner } from '@/lib/audit/schema'
import { setClock } from '@/lib/clock'
import { revealSecret, revokePreviousSecret, rotateSecret, useSecret } from '@/lib/credentials/client-secret'
import { destroyCredentials } from '@/lib/credentials/commands'
import { isSilent, listWorkingSecrets } from '@/lib/credentials/queries'
import { clientIdPattern, matchesSecret, secretScannerPattern } from '@/lib/credentials/secret'
import { database } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { createApplication } from '@/lib/lifecycle/create-application'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { refused, succeed } from '@/lib/result'
import { applicationFields } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { createClient, createDeveloper, ownerPool } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { countLiveTokens, createToken } from '@/test/tokens'

const own = withOwnDatabase()
let owner: Owner

beforeEach(async () => {
  owner = await createDeveloper({ locale: 'fr' })
})

async function createSandbox() {
  return succeed(
    executeAs(owner, createApplication, {
      input: { ...applicationFields('Boutique'), environment: 'sandbox' },
    }),
  )
}

function mails(to: Owner) {
  return database().mailMessage.findMany({
    where: { toAddress: `${to.id}@example.com` },
    orderBy: { createdAt: 'asc' },
    select: { template: true, locale: true },
  })
}

async function audited(...subjectIds: string[]) {
  const entries = await database().auditEntry.findMany({
    where: { subjectId: { in: subjectIds } },
    orderBy: { sequence: 'asc' },
  })
  return entries.map(({ action, actorId }) => `${action} by ${actorId === owner.id ? 'owner' : actorId}`)
}

async function currentSecret(applicationId: string) {
  const [current] = await listWorkingSecrets(applicationId)
  if (!current) throw new Error('no secret')
  return current
}

const rotate = ({ id }: { id: string }, secretId: string, overlap: number) =>
  executeAs(owner, rotateSecret, { target: id, input: { secretId, overlap } })
const revoke = ({ id }: { id: string }, secretId: string) =>
  executeAs(owner, revokePreviousSecret, { target: id, input: { secretId } })

describe('creating in the Sandbox', () => {
  test('gives an active application, a working secret, a mail, a transition and an audit row', async () => {
    const application = await createSandbox()
    expect(application).toMatchObject({ state: 'active', environment: 'sandbox', developerId: owner.id })
    expect(application.clientId).toMatch(clientIdPattern)
    const stored = await database().clientSecret.findFirstOrThrow({
      where: { applicationId: application.id },
    })
    const secret = await succeed(executeAs(owner, revealSecret, { target: application.id }))
    expect(secret).toMatch(secretScannerPattern)
    expect(Buffer.from(stored.ciphertext).includes(secret)).toBe(false)
    const hash = { keyId: stored.hashKeyId, hash: Buffer.from(stored.secretHash) }
    expect(matchesSecret(requireSetting('SECRET_HASH_KEYS'), secret, hash)).toBe(true)
    expect(await mails(owner)).toEqual([{ template: 'application-created', locale: 'fr' }])
    expect(await audited(application.id)).toEqual(['application.created by owner'])
    const transitions = await database().stateTransition.findMany({
      where: { applicationId: application.id },
    })
    expect(transitions).toMatchObject([{ fromState: null, toState: 'active', actorId: owner.id }])
  })
})

test('renaming changes only the texts and is recorded', async () => {
  const application = await createSandbox()
  const { options: fields } = applicationDetailsSchema.keyof()
  const values = Object.fromEntries(fields.map((field) => [field, `Caisse: ${field}`]))
  const details = applicationDetailsSchema.parse(values)
  expect(await executeAs(owner, changeDetails, { target: application.id, input: details })).toEqual({
    ok: true,
    value: undefined,
  })
  const after = await findApplicationFor(owner.id, 'view', application.id)
  expect(after).toEqual({ ...application, ...details, role: 'owner' })
  expect(await audited(application.id)).toEqual([
    'application.created by owner',
    'application.changed by owner',
  ])
})

test('a field that a form of the previous version lacks stays as it is', async () => {
  const application = await createSandbox()
  const older = { description: 'Caisse' } as ApplicationDetails
  await executeAs(owner, changeDetails, { target: application.id, input: older })
  const after = await findApplicationFor(owner.id, 'view', application.id)
  expect(after).toEqual({ ...application, description: 'Caisse', role: 'owner' })
  const where = { subjectId: application.id, action: 'application.changed' }
  expect(await database().auditEntry.findFirst({ where })).toMatchObject({
    detail: { changed: ['description'] },
  })
})

test('revealing is recorded each time, and not mailed in the Sandbox', async () => {
  const application = await createSandbox()
  const { id } = await currentSecret(application.id)
  await executeAs(owner, revealSecret, { target: application.id })
  await executeAs(owner, useSecret, { target: application.id })
  expect(await audited(id)).toEqual(['secret.revealed by owner', 'secret.used by owner'])
  expect(await mails(owner)).toHaveLength(1)
})

test('revealing a Production secret is mailed and recorded, each time; its use in the console is recorded', async () => {
  const pool = ownerPool(own.url)
  const client = await createClient(pool, { environment: 'production', developerId: owner.id })
  await pool.end()
  for (const use of ['revealed', 'used', 'revealed'] as const)
    expect(
      await executeAs(owner, use === 'used' ? useSecret : revealSecret, { target: client.applicationId }),
    ).toEqual({
      ok: true,
      value: client.clientSecret,
    })
  expect((await mails(owner)).map(({ template }) => template)).toEqual(['secret-revealed', 'secret-revealed'])
  expect(await audited(client.secretId)).toEqual([
    'secret.revealed by owner',
    'secret.used by owner',
    'secret.revealed by owner',
  ])
})

describe('rotating', () => {
  test('without overlap ends the previous secret and the live tokens', async () => {
    const application = await createSandbox()
    const previous = await currentSecret(application.id)
    await createToken(own, application.id)
    const result = await succeed(rotate(application, previous.id, 0))
    expect(await listWorkingSecrets(application.id)).toMatchObject([{ id: result }])
    expect(await countLiveTokens(application.id)).toBe(0)
    const ended = await database().clientSecret.findUniqueOrThrow({ where: { id: previous.id } })
    expect(ended.revokedAt).not.toBeNull()
    expect(ended.ciphertext).toHaveLength(0)
    expect((await mails(owner)).map(({ template }) => template)).toEqual([
      'application-created',
      'secret-rotated',
    ])
    expect(await audited(result)).toEqual(['secret.rotated by owner'])
  })

  test('with overlap keeps both working until the end date, and the tokens', async () => {
    const application = await createSandbox()
    const previous = await currentSecret(application.id)
    await createToken(own, application.id)
    setClock(new Date('2026-11-21T09:00:00Z'))
    const result = await succeed(rotate(application, previous.id, 24))
    expect(await listWorkingSecrets(application.id)).toMatchObject([
      { id: result, retiresAt: null },
      { id: previous.id, retiresAt: new Date('2026-11-22T09:00:00Z') },
    ])
    expect(await countLiveTokens(application.id)).toBe(1)
    const again = await rotate(application, result, 24)
    expect(again).toEqual(refused('still_retiring'))
    setClock(new Date('2026-11-22T09:00:01Z'))
    expect(await listWorkingSecrets(application.id)).toMatchObject([{ id: result }])
  })

  test('shows when the retiring one has been unused for 24 hours', async () => {
    const application = await createSandbox()
    const { id } = await currentSecret(application.id)
    const rotated = new Date('2026-11-21T09:00:00Z')
    const later = (minutes: number) => setClock(new Date(rotated.getTime() + minutes * 60_000))
    const silent = async () => (await listWorkingSecrets(application.id)).map(isSilent)
    const used = (lastUsedAt: Date | null) =>
      database().clientSecret.update({ where: { id }, data: { createdAt: rotated, lastUsedAt } })
    later(0)
    await rotate(application, id, 72)
    await used(new Date(rotated.getTime() + 60_000))
    later(24 * 60)
    expect(await silent()).toEqual([false, false])
    later(24 * 60 + 1)
    expect(await silent()).toEqual([false, true])
    await used(null)
    expect(await silent()).toEqual([false, true])
    later(24 * 60 - 1)
    expect(await silent()).toEqual([false, false])
  })

  test('happens once for a form that was sent twice at the same time', async () => {
    const application = await createSandbox()
    const rotation = { secretId: (await currentSecret(application.id)).id, overlap: 0 }
    const results = await Promise.all([
      executeAs(owner, rotateSecret, { target: application.id, input: rotation }),
      executeAs(owner, rotateSecret, { target: application.id, input: rotation }),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results).toContainEqual(refused('already_rotated'))
    expect(await mails(owner)).toHaveLength(2)
  })

  test('a retiring secret can be ended now, the current one cannot', async () => {
    const application = await createSandbox()
    const previous = await currentSecret(application.id)
    await rotate(application, previous.id, 168)
    await createToken(own, application.id)
    const current = await currentSecret(application.id)
    expect(await revoke(application, current.id)).toEqual(refused('not_retiring'))
    expect((await revoke(application, previous.id)).ok).toBe(true)
    expect(await listWorkingSecrets(application.id)).toMatchObject([{ id: current.id }])
    expect(await countLiveTokens(application.id)).toBe(0)
    expect(await audited(previous.id)).toEqual(['secret.ended by owner'])
    expect(await revoke(application, previous.id)).toEqual(refused('not_found'))
  })
})

test('deleting ends secrets and tokens, is mailed and recorded, and hides the application', async () => {
  const application = await createSandbox()
  await createToken(own, application.id)
  expect((await executeAs(owner, deleteApplication, { target: application.id, input: {} })).ok).toBe(true)
  expect(await findApplicationFor(owner.id, 'view', application.id)).toBeNull()
  expect(await listApplications(owner.id)).toEqual([])
  expect(await listWorkingSecrets(application.id)).toEqual([])
  expect(await countLiveTokens(application.id)).toBe(0)
  expect((await mails(owner)).at(-1)?.template).toBe('application-deleted')
  expect(await audited(application.id)).toEqual([
    'application.created by owner',
    'application.deleted by owner',
  ])
})

test('a simultaneous rotation and deletion leave no working secret', async () => {
  const application = await createSandbox()
  const rotation = { secretId: (await currentSecret(application.id)).id, overlap: 0 }
  await Promise.all([
    executeAs(owner, rotateSecret, { target: application.id, input: rotation }),
    executeAs(owner, deleteApplication, { target: application.id, input: {} }),
  ])
  expect(await listWorkingSecrets(application.id)).toEqual([])
})

test('a Production application gives no secret before it is active, and none without approval', async () => {
  const id = newId()
  await database().application.create({
    data: {
      id,
      developerId: owner.id,
      environment: 'production',
      state: 'draft',
      name: 'Prod',
      clientId: `guichet_production_id_${id.replaceAll('-', '').slice(10)}`,
    },
  })
  expect(await executeAs(owner, revealSecret, { target: id })).toEqual(refused('no_secret'))
  const rotation = { secretId: newId(), overlap: 0 }
  expect(await executeAs(owner, rotateSecret, { target: id, input: rotation })).toEqual(refused('no_secret'))
  await database().$transaction((transaction) => destroyCredentials(transaction, id))
  expect((await executeAs(owner, deleteApplication, { target: id, input: {} })).ok).toBe(true)
})
