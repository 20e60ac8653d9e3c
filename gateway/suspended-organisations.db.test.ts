import { beforeAll, expect, test } from 'vitest'
import { deleteDeveloper } from '@/lib/lifecycle/delete-developer'
import { reinstateApplication, suspendApplication } from '@/lib/lifecycle/suspend-application'
import { reinstateOrganisation, suspendOrganisation } from '@/lib/lifecycle/suspend-organisation'
import { type Client, createAccount, createClient, createDeveloper } from '@/test/factories'
import { askBalance, askToken, fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { createVerified } from '@/test/organisations'

const world = withGateways()
const reason = { reason: 'Fraud' }

const ask = async (gateway: TestGateway, client: Client) => {
  const response = await askToken(gateway, client)
  return { status: response.status, ...(await response.json()) }
}

const read = async (gateway: TestGateway, token: string) => {
  const response = await askBalance(gateway, token, '999100000000')
  return { status: response.status, code: (await response.json()).code }
}

beforeAll(() => createAccount(world.owner, '999100000000'))

test('suspending an organisation stops its applications from the next call, and reinstating opens them', async () => {
  const sql = world.owner
  const gateway = await world.start()
  const owner = await createDeveloper({}, sql)
  const reviewer = await createDeveloper({ role: 'reviewer' }, sql)
  const administrator = await createDeveloper({ role: 'administrator' }, sql)
  const id = await createVerified(owner, reviewer)
  const first = await createClient(sql)
  const stopped = await createClient(sql)
  const personal = await createClient(sql)
  for (const { applicationId } of [first, stopped])
    await sql.query('UPDATE application SET organisation_id = $2 WHERE id = $1', [applicationId, id])

  const tokens = [await fetchToken(gateway, first), await fetchToken(gateway, personal)] as const
  expect((await suspendApplication(stopped.applicationId, reason, administrator)).ok).toBe(true)
  expect(await read(gateway, tokens[0])).toMatchObject({ status: 200 })

  expect(await suspendOrganisation(id, reason, administrator)).toEqual({ ok: true, value: undefined })
  expect(await read(gateway, tokens[0])).toEqual({ status: 401, code: 'invalid_token' })
  for (const client of [first, stopped])
    expect(await ask(gateway, client)).toMatchObject({ status: 400, error: 'unauthorized_client' })
  expect(await read(gateway, tokens[1])).toMatchObject({ status: 200 })

  expect(await reinstateOrganisation(id, reason, administrator)).toEqual({ ok: true, value: undefined })
  expect(await read(gateway, tokens[0])).toEqual({ status: 401, code: 'invalid_token' })
  expect(await read(gateway, await fetchToken(gateway, first))).toMatchObject({ status: 200 })
  expect(await ask(gateway, stopped)).toMatchObject({ status: 400, error: 'unauthorized_client' })
  expect((await reinstateApplication(stopped.applicationId, reason, administrator)).ok).toBe(true)
  expect(await ask(gateway, stopped)).toMatchObject({ status: 200 })
})

test('an application that leaves a suspended organisation with its owner’s account serves no one', async () => {
  const sql = world.owner
  const gateway = await world.start()
  const owner = await createDeveloper({}, sql)
  const reviewer = await createDeveloper({ role: 'reviewer' }, sql)
  const administrator = await createDeveloper({ role: 'administrator' }, sql)
  const id = await createVerified(owner, reviewer, { registrationNumber: 'SN-2' })
  // Its developer is on its own team, and not in the organisation.
  const client = await createClient(sql)
  await sql.query('UPDATE application SET organisation_id = $2 WHERE id = $1', [client.applicationId, id])
  const token = await fetchToken(gateway, client)
  expect((await suspendOrganisation(id, reason, administrator)).ok).toBe(true)

  expect(await deleteDeveloper(owner)).toMatchObject({ ok: true })
  expect(await ask(gateway, client)).toMatchObject({ status: 400, error: 'unauthorized_client' })
  expect(await read(gateway, token)).toEqual({ status: 401, code: 'invalid_token' })

  expect((await reinstateApplication(client.applicationId, reason, administrator)).ok).toBe(true)
  expect(await read(gateway, await fetchToken(gateway, client))).toMatchObject({ status: 200 })
})
