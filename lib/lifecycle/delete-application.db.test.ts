import { beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { refused, succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { createApplication, createDeveloper, type Developer } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { deleteApplication } from './delete-application'

const own = withOwnDatabase()
let owner: Developer

beforeEach(async () => {
  owner = await createDeveloper()
})

async function create(input: { environment: 'sandbox' | 'production'; state?: 'draft' }) {
  const { id } = await createApplication(own.owner, {
    ...input,
    developerId: owner.id,
    name: 'Paie  du port',
  })
  return id
}

async function readState(id: string) {
  const { state } = await database().application.findUniqueOrThrow({ where: { id } })
  const audited = await database().auditEntry.count({
    where: { subjectId: id, action: 'application.deleted' },
  })
  const mailed = await database().mailMessage.count({
    where: { toAddress: owner.email, template: 'application-deleted' },
  })
  return { state, audited, mailed }
}

test.each([undefined, '', 'paie du port', 'Paie'])(
  'an active Production application stays while its name is typed as %j',
  async (typed) => {
    const id = await create({ environment: 'production' })
    expect(await executeAs(owner, deleteApplication, { target: id, input: { name: typed } })).toEqual(
      refused('name_mismatch'),
    )
    expect(await readState(id)).toEqual({ state: 'active', audited: 0, mailed: 0 })
  },
)

test('it is deleted by its name, as pages show it', async () => {
  const id = await create({ environment: 'production' })
  await succeed(executeAs(owner, deleteApplication, { target: id, input: { name: ' Paie du port ' } }))
  expect(await readState(id)).toEqual({ state: 'deleted', audited: 1, mailed: 1 })
})

test('a Sandbox application and a draft are deleted without their name', async () => {
  for (const input of [
    { environment: 'sandbox' as const },
    { environment: 'production' as const, state: 'draft' as const },
  ]) {
    const id = await create(input)
    expect((await executeAs(owner, deleteApplication, { target: id, input: {} })).ok).toBe(true)
    expect((await readState(id)).state).toBe('deleted')
  }
})
