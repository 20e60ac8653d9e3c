import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { refused, succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { listActions, signUpDeveloper } from '@/test/developers'
import { createAccount } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createShop } from '@/test/team'
import {
  changeTestAccount,
  createTestAccount,
  deleteTestAccount,
  importTestAccounts,
  resetTestAccounts,
} from './commands'
import { parseFixture, serializeFixture } from './fixture'
import { findTestAccount, listTestAccounts, suggestMsisdn } from './queries'
import { type TestAccount, testAccountSchema } from './schema'

const { owner: tables } = withOwnDatabase()

type Owner = Awaited<ReturnType<typeof signUpDeveloper>>['actor']
let owner: Owner
let id: string

beforeEach(async () => {
  owner = (await signUpDeveloper()).actor
  id = await createShop(owner)
})

function account(fields: Record<string, unknown> = {}): TestAccount {
  return testAccountSchema.parse({
    msisdn: '999100000001',
    type: 'customer',
    status: 'active',
    currency: 'MAD',
    balance: '1234.5',
    ...fields,
  })
}

const create = (input: TestAccount) => executeAs(owner, createTestAccount, { target: id, input })

const importFixture = (accounts: TestAccount[], target = id) =>
  executeAs(owner, importTestAccounts, { target, input: { fixture: serializeFixture(accounts) } })

const list = () => listTestAccounts({ id })

describe("an application's own account", () => {
  test('is created, changed, reset and deleted, each recorded, digits as they were given', async () => {
    const large = account({ balance: '90071992547409931234.1', delayMs: '5000', error: 'unavailable' })
    expect(await create(large)).toEqual({ ok: true, value: undefined })
    const stored = { ...large, balance: '90071992547409931234.10', frozenBalance: '0.00' }
    expect(await list()).toEqual([{ ...stored, delayMs: 5000, changed: false, shadowed: false }])

    const { msisdn, ...values } = account({ currency: 'XOF', balance: '7', error: '' })
    await succeed(executeAs(owner, changeTestAccount, { target: id, input: { ...values, msisdn } }))
    expect(await list()).toMatchObject([{ currency: 'XOF', balance: '7', error: null, changed: true }])
    expect(await executeAs(owner, resetTestAccounts, { target: id, input: { msisdn } })).toEqual({
      ok: true,
      value: 1,
    })
    expect(await list()).toEqual([{ ...stored, delayMs: 0, error: null, changed: false, shadowed: false }])
    await succeed(executeAs(owner, deleteTestAccount, { target: id, input: { msisdn } }))
    expect(await findTestAccount({ id }, msisdn)).toBeNull()
    expect(await listActions(id)).toEqual([
      'application.created',
      ...['created', 'changed', 'reset', 'deleted'].map((verb) => `test_account.${verb}`),
    ])
    const audit = await database().auditEntry.findFirst({
      where: { action: 'test_account.created', subjectId: id },
    })
    expect(audit).toMatchObject({ actorId: owner.id, detail: { msisdn: '999*******01' } })
  })

  test('has a new time when its balance changes, and only then', async () => {
    const { msisdn, ...values } = account()
    await create({ msisdn, ...values })
    const asOf = async () =>
      (await database().testAccount.findFirstOrThrow({ where: { applicationId: id } })).asOf
    const first = await asOf()
    await executeAs(owner, changeTestAccount, { target: id, input: { msisdn, ...values, status: 'barred' } })
    expect(await asOf()).toEqual(first)
    await executeAs(owner, changeTestAccount, { target: id, input: { msisdn, ...values, balance: '1.00' } })
    expect((await asOf()).getTime()).toBeGreaterThan(first.getTime())
  })

  test('is refused if the number is taken, shared, or one too many', async () => {
    await create(account())
    expect(await create(account())).toEqual(refused('exists'))
    await createAccount(tables, '999500000000')
    const shared = account({ msisdn: '999500000000' })
    expect(await create(shared)).toEqual(refused('shared'))
    expect(await importFixture([shared])).toEqual(refused('shared'))
    const many = Array.from({ length: 99 }, (_, index) =>
      account({ msisdn: String(999_200_000_000 + index) }),
    )
    expect(await importFixture(many)).toEqual({ ok: true, value: 99 })
    const one = account({ msisdn: '999300000000' })
    expect(await create(one)).toEqual(refused('too_many'))
    expect(await importFixture([one])).toEqual(refused('too_many'))
    // The same hundred again are no more than a hundred.
    expect(await importFixture(many)).toEqual({ ok: true, value: 99 })
    expect(await list()).toHaveLength(100)
  })

  test('of several at the same time only as many are created as there is room for', async () => {
    const many = Array.from({ length: 98 }, (_, index) =>
      account({ msisdn: String(999_200_000_000 + index) }),
    )
    await importFixture(many)
    const results = await Promise.all(
      Array.from({ length: 5 }, (_, index) => create(account({ msisdn: String(999_400_000_000 + index) }))),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(2)
    expect(await list()).toHaveLength(100)
  })

  test('is marked when a shared account got its number afterwards', async () => {
    await create(account({ msisdn: '999600000000' }))
    await createAccount(tables, '999600000000')
    expect(await list()).toMatchObject([{ shadowed: true }])
  })

  test('ends with its application', async () => {
    await create(account())
    await executeAs(owner, deleteApplication, { target: id, input: {} })
    expect(await list()).toEqual([])
  })
})

test('a suggested number is free', async () => {
  expect(await suggestMsisdn({ id })).toBe('999100000001')
  await create(account())
  expect(await suggestMsisdn({ id })).toBe('999100000002')
})

test('a fixture is read back as it was written, also into another application', async () => {
  const accounts = [
    account({ balance: '1.10' }),
    account({ msisdn: '999100000002', currency: 'TND', balance: '-1.125' }),
  ]
  await importFixture(accounts)
  const text = serializeFixture((await list()).map(({ changed: _, shadowed: __, ...each }) => each))
  const read = parseFixture(text)
  expect(read).toEqual({ ok: true, value: accounts })
  const other = await createShop(owner)
  if (read.ok) await importFixture(read.value, other)
  expect(await listTestAccounts({ id: other })).toEqual(await list())
  expect(await listActions(other)).toContain('test_account.imported')
})
