import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { refused } from '@/lib/result'
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
import { readFixture, writeFixture } from './fixture'
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

const list = () => listTestAccounts({ id })

describe("an application's own account", () => {
  test('is created, changed, reset and deleted, each recorded, digits as they were given', async () => {
    const large = account({ balance: '90071992547409931234.1', delayMs: '5000', error: 'unavailable' })
    expect(await createTestAccount(id, large, owner)).toEqual({ ok: true, value: undefined })
    const stored = { ...large, balance: '90071992547409931234.10', frozenBalance: '0.00' }
    expect(await list()).toEqual([{ ...stored, delayMs: 5000, changed: false, shadowed: false }])

    const { msisdn, ...values } = account({ currency: 'XOF', balance: '7', error: '' })
    expect(await changeTestAccount(id, msisdn, values, owner)).toMatchObject({ ok: true })
    expect(await list()).toMatchObject([{ currency: 'XOF', balance: '7', error: null, changed: true }])
    expect(await resetTestAccounts(id, msisdn, owner)).toEqual({ ok: true, value: 1 })
    expect(await list()).toEqual([{ ...stored, delayMs: 0, error: null, changed: false, shadowed: false }])
    expect(await deleteTestAccount(id, msisdn, owner)).toMatchObject({ ok: true })
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
    await createTestAccount(id, { msisdn, ...values }, owner)
    const asOf = async () =>
      (await database().testAccount.findFirstOrThrow({ where: { applicationId: id } })).asOf
    const first = await asOf()
    await changeTestAccount(id, msisdn, { ...values, status: 'barred' }, owner)
    expect(await asOf()).toEqual(first)
    await changeTestAccount(id, msisdn, { ...values, balance: '1.00' }, owner)
    expect((await asOf()).getTime()).toBeGreaterThan(first.getTime())
  })

  test('is refused if the number is taken, shared, or one too many', async () => {
    await createTestAccount(id, account(), owner)
    expect(await createTestAccount(id, account(), owner)).toEqual(refused('exists'))
    await createAccount(tables, '999500000000')
    const shared = account({ msisdn: '999500000000' })
    expect(await createTestAccount(id, shared, owner)).toEqual(refused('shared'))
    expect(await importTestAccounts(id, [shared], owner)).toEqual(refused('shared'))
    const many = Array.from({ length: 99 }, (_, index) =>
      account({ msisdn: String(999_200_000_000 + index) }),
    )
    expect(await importTestAccounts(id, many, owner)).toEqual({ ok: true, value: 99 })
    const one = account({ msisdn: '999300000000' })
    expect(await createTestAccount(id, one, owner)).toEqual(refused('too_many'))
    expect(await importTestAccounts(id, [one], owner)).toEqual(refused('too_many'))
    // The same hundred again are no more than a hundred.
    expect(await importTestAccounts(id, many, owner)).toEqual({ ok: true, value: 99 })
    expect(await list()).toHaveLength(100)
  })

  test('of several at the same time only as many are created as there is room for', async () => {
    const many = Array.from({ length: 98 }, (_, index) =>
      account({ msisdn: String(999_200_000_000 + index) }),
    )
    await importTestAccounts(id, many, owner)
    const results = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        createTestAccount(id, account({ msisdn: String(999_400_000_000 + index) }), owner),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(2)
    expect(await list()).toHaveLength(100)
  })

  test('is marked when a shared account got its number afterwards', async () => {
    await createTestAccount(id, account({ msisdn: '999600000000' }), owner)
    await createAccount(tables, '999600000000')
    expect(await list()).toMatchObject([{ shadowed: true }])
  })

  test('ends with its application', async () => {
    await createTestAccount(id, account(), owner)
    await deleteApplication(id, owner)
    expect(await list()).toEqual([])
    expect(await deleteTestAccount(id, account().msisdn, owner)).toEqual(refused('not_found'))
  })
})

test('a suggested number is free', async () => {
  expect(await suggestMsisdn({ id })).toBe('999100000001')
  await createTestAccount(id, account(), owner)
  expect(await suggestMsisdn({ id })).toBe('999100000002')
})

test('a fixture is read back as it was written, also into another application', async () => {
  const accounts = [
    account({ balance: '1.10' }),
    account({ msisdn: '999100000002', currency: 'TND', balance: '-1.125' }),
  ]
  await importTestAccounts(id, accounts, owner)
  const text = writeFixture((await list()).map(({ changed: _, shadowed: __, ...each }) => each))
  const read = readFixture(text)
  expect(read).toEqual({ ok: true, value: accounts })
  const other = await createShop(owner)
  if (read.ok) await importTestAccounts(other, read.value, owner)
  expect(await listTestAccounts({ id: other })).toEqual(await list())
  expect(await listActions(other)).toContain('test_account.imported')
})
