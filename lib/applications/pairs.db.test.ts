import { expect, test } from 'vitest'
import { createApplication } from '@/lib/lifecycle/create-application'
import { succeed } from '@/lib/result'
import { applicationFields } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { findPair, listPairable } from './pairs'

withOwnDatabase({ requirements: ['Tax registration'] })

test('a promotion is recorded, and makes a pair for those who see both, whatever their names', async () => {
  const owner = await createDeveloper()
  const sandbox = await succeed(
    executeAs(owner, createApplication, { input: { ...applicationFields('Till'), environment: 'sandbox' } }),
  )
  const promotion = { ...applicationFields('Renamed'), sandboxId: sandbox.id }
  const production = await succeed(
    executeAs(owner, createApplication, { input: { ...promotion, environment: 'production' } }),
  )
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
  const theirs = await succeed(
    executeAs(other, createApplication, {
      input: { ...applicationFields('Theirs'), environment: 'sandbox' },
    }),
  )
  const own = await succeed(
    executeAs(owner, createApplication, {
      input: { ...applicationFields('Own'), environment: 'production' },
    }),
  )
  for (const sandboxId of [theirs.id, own.id, undefined]) {
    const fields = { ...applicationFields('New'), sandboxId }
    expect(
      (
        await succeed(
          executeAs(owner, createApplication, { input: { ...fields, environment: 'production' } }),
        )
      ).sandboxId,
    ).toBeNull()
  }
  const fields = { ...applicationFields('New'), sandboxId: own.id }
  expect(
    (await succeed(executeAs(owner, createApplication, { input: { ...fields, environment: 'sandbox' } })))
      .sandboxId,
  ).toBeNull()
})
