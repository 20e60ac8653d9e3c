import { expect, test } from 'vitest'
import { createProductionApplication, createSandboxApplication } from '@/lib/lifecycle/create-application'
import { succeed } from '@/lib/result'
import { applicationFields } from '@/scripts/launch/data'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { findPair, listPairable } from './pairs'

withOwnDatabase({ requirements: ['Tax registration'] })

test('a promotion is recorded, and makes a pair for those who see both, whatever their names', async () => {
  const owner = await createDeveloper()
  const sandbox = await succeed(createSandboxApplication(applicationFields('Till'), owner))
  const promotion = { ...applicationFields('Renamed'), sandboxId: sandbox.id }
  const production = await succeed(createProductionApplication(promotion, owner))
  expect(production.sandboxId).toBe(sandbox.id)
  const listed = await listPairable(owner.id)
  expect(listed.map(({ id }) => id)).toEqual([production.id, sandbox.id])
  for (const [one, other] of [
    [production, sandbox],
    [sandbox, production],
  ] as const)
    expect(findPair(one, listed)?.id).toBe(other.id)
  expect(await listPairable((await createDeveloper()).id)).toEqual([])
})

test('another’s application, a Production one and none are no origin', async () => {
  const owner = await createDeveloper()
  const other = await createDeveloper()
  const theirs = await succeed(createSandboxApplication(applicationFields('Theirs'), other))
  const own = await succeed(createProductionApplication(applicationFields('Own'), owner))
  for (const sandboxId of [theirs.id, own.id, undefined]) {
    const fields = { ...applicationFields('New'), sandboxId }
    expect((await succeed(createProductionApplication(fields, owner))).sandboxId).toBeNull()
  }
  const fields = { ...applicationFields('New'), sandboxId: own.id }
  expect((await succeed(createSandboxApplication(fields, owner))).sandboxId).toBeNull()
})
