import { expect, test } from 'vitest'
import { withBackups } from '@/test/backups'
import { createAccount, createClient } from '@/test/factories'
import { askBalance, askToken, fetchToken, withGateways } from '@/test/gateway'

const msisdn = '221770000001'
const callers = 8

const { source, owner, run, backUp, createEmpty } = withBackups()
const world = withGateways(source)

type Call = { began: number; status: number }

test('a gateway that serves while a backup takes the place of its database grants only what the backup does', {
  timeout: 120_000,
}, async () => {
  const gateway = await world.start()
  const active = await createClient(owner)
  await createAccount(owner, msisdn)
  const archive = await backUp()
  // Insertions only give rights, so the backup's record of changes is the one that the gateway knows.
  const unknown = await createClient(owner)
  const bearer = await fetchToken(gateway, unknown)

  let goesOn = true
  const refused: Call[] = []
  const granted: Call[] = []
  async function keepCalling(calls: Call[], ask: () => Promise<Response>): Promise<void> {
    while (goesOn) {
      const began = performance.now()
      const response = await ask()
      await response.arrayBuffer()
      calls.push({ began, status: response.status })
    }
  }
  const calling = Array.from({ length: callers }, (_, place) =>
    place % 2
      ? keepCalling(granted, () => askToken(gateway, active))
      : keepCalling(refused, () =>
          place % 4 ? askBalance(gateway, bearer, msisdn) : askToken(gateway, unknown),
        ),
  )
  const restored = await createEmpty()
  expect(await run('restore', [archive], restored)).toMatchObject({ code: 0 })
  await source.replaceBy(restored)
  const replaced = performance.now()
  const after = (calls: Call[]) => calls.filter(({ began }) => began >= replaced)
  const answered = (calls: Call[]) => after(calls).filter(({ status }) => status !== 503)
  await expect.poll(() => answered(refused).length, { timeout: 20_000 }).toBeGreaterThan(200)
  await expect.poll(() => after(granted).some(({ status }) => status === 200)).toBe(true)
  goesOn = false
  await Promise.all(calling)

  expect(refused.filter(({ began, status }) => began < replaced && status === 200).length).toBeGreaterThan(0)
  expect(new Set(answered(refused).map(({ status }) => status))).toEqual(new Set([401]))
  expect(new Set(answered(granted).map(({ status }) => status))).toEqual(new Set([200]))
})
