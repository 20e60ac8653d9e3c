import { beforeAll, beforeEach, expect, test } from 'vitest'
import { landingAccounts } from '@/components/landing/demo-state'
import { searchApplications } from '@/lib/applications/directory'
import { landingApplicationId } from '@/lib/applications/queries'
import { generateClientId } from '@/lib/credentials/secret'
import { database, databasePool } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { generateKey, parseKeyring } from '@/lib/keyring'
import { sandboxAccounts } from '@/lib/wallet/sandbox-accounts'
import { seedSandboxAccounts } from '@/prisma/seed-accounts'
import { rotateKeys } from '@/scripts/operate/rotate-keys'
import { type TestGateway, withGateways } from '@/test/gateway'
import { callSandbox, showFirst } from './real-call'

const world = withGateways()
let gateway: TestGateway

beforeAll(async () => {
  await seedSandboxAccounts(world.owner)
  gateway = await world.start()
})

beforeEach(async () => {
  Object.assign(getSettings(), { SANDBOX_AUTH_URL: gateway.url, SANDBOX_BASE_URL: gateway.url })
  await database().throttle.deleteMany()
})

test('each button reads its documented account, which is served without delay', async () => {
  for (const [index, msisdn] of landingAccounts.entries()) {
    const documented = sandboxAccounts.find((account) => account.msisdn === msisdn)
    expect(documented).toMatchObject({ delayMs: 0, outage: false })
    const outcome = await callSandbox(index + 1, '192.0.2.1')
    expect(outcome).toMatchObject({ status: 200, ms: expect.any(Number) })
    expect(outcome).toHaveProperty('body', expect.stringContaining(`"value":${documented?.balance},`))
  }
})

test('its application is made once, has no owner, and is in no list and no usage', async () => {
  await Promise.all([1, 2, 3].map((account) => callSandbox(account, '192.0.2.1')))
  const where = { applicationId: landingApplicationId }
  expect(await database().clientSecret.count({ where })).toBe(1)
  expect(await database().membership.count({ where })).toBe(0)
  expect(await searchApplications({}, undefined, 10)).toEqual({ rows: [], older: false })
  await gateway.flushMeters()
  for (const table of ['usage_minute', 'recent_call', 'network_day'])
    expect((await world.owner.query(`SELECT FROM ${table}`)).rowCount, table).toBe(0)
})

test('no other application is without an owner', async () => {
  const row = { environment: 'sandbox', state: 'active', name: 'Ownerless' } as const
  const other = database().application.create({
    data: { ...row, id: newId(), clientId: generateClientId('sandbox') },
  })
  await expect(other).rejects.toThrow('application_has_owner')
})

test('six calls a minute for an address, thirty in all', async () => {
  const statuses = async (addresses: string[]) => {
    const outcomes = []
    for (const address of addresses) outcomes.push(await callSandbox(1, address))
    return outcomes.map((outcome) =>
      typeof outcome === 'object' && 'waitSeconds' in outcome ? 'wait' : 'call',
    )
  }
  expect((await statuses(Array(7).fill('192.0.2.1'))).filter((each) => each === 'call')).toHaveLength(6)
  const others = Array.from({ length: 30 }, (_, index) => `198.51.100.${index}`)
  expect((await statuses(others)).filter((each) => each === 'call')).toHaveLength(24)
})

test('a Sandbox that can’t be reached, or refuses, is an outage', async () => {
  Object.assign(getSettings(), { SANDBOX_AUTH_URL: 'http://127.0.0.1:9' })
  expect(await callSandbox(1, '192.0.2.1')).toBe('outage')
})

test('before a press stands the first account’s balance, read once for everyone and at no one’s expense', async () => {
  const scenes = await Promise.all([showFirst(), showFirst()])
  expect(scenes[0]).toMatchObject({ account: 1, outcome: { status: 200, ms: expect.any(Number) } })
  expect(scenes[1]).toBe(scenes[0])
  expect(await database().throttle.count()).toBe(0)
})

test('its secret follows the keys', async () => {
  await callSandbox(1, '192.0.2.1')
  const encryption = [generateKey('e2'), ...parseKeyring(process.env.SECRET_ENCRYPTION_KEYS ?? '')] as const
  const hashes = [generateKey('h2'), ...parseKeyring(process.env.SECRET_HASH_KEYS ?? '')] as const
  await rotateKeys(databasePool(), { encryption, hashes })
  const secret = await database().clientSecret.findFirstOrThrow({
    where: { applicationId: landingApplicationId },
  })
  expect([secret.encryptionKeyId, secret.hashKeyId]).toEqual(['e2', 'h2'])
})
