import { promiseHooks } from 'node:v8'
import { expect, test } from 'vitest'
import type { Bearer } from '@/lib/tokens/queries'
import { openExchange } from './exchange'
import { sandboxRoutes } from './routes'
import type { SandboxGateway } from './sandbox-context'
import type { Wire } from './wire/wire'

const bearer: Bearer = {
  rights: {
    applicationId: '01890000-0000-7000-8000-000000000000',
    rateLimit: 60,
    networks: '',
    rehearsalId: null,
    isLive: true,
    readsAll: true,
  },
  account: {
    type: 'customer',
    status: 'active',
    currency: 'XOF',
    balance: '12500',
    frozenBalance: '0',
    asOf: 1_764_000_000,
    simulatedDelayMs: 0,
    simulatedError: null,
  },
}

const answer = sandboxRoutes.get('/api/eWallet/v1/account')?.methods.get('GET')

/** The statuses and the promises of one call, whose look-up is answered. */
async function countPromises(changes: { rights?: object; account?: object } = {}) {
  const statuses: number[] = []
  const found = {
    rights: { ...bearer.rights, ...changes.rights },
    account: { ...bearer.account, ...changes.account },
  }
  const gateway = {
    account: {
      bearers: { load: () => Promise.resolve(found) },
      calls: { hit: () => ({ count: 1, resetIn: 60 }) },
    },
  } as unknown as SandboxGateway
  const wire = {
    target: '/api/eWallet/v1/account?msisdn=221771234567',
    header: (name: string) => (name === 'authorization' ? 'Bearer t' : undefined),
    countHeader: () => 1,
    respond: (status: number) => void statuses.push(status),
  } as unknown as Wire
  const exchange = openExchange(wire, '203.0.113.9')
  let promises = 0
  const stop = promiseHooks.onInit(() => promises++)
  await answer?.(gateway, exchange)
  stop()
  return { statuses, promises }
}

test('a call that meets no simulation makes no promise for it', async () => {
  // The first also sees what the test runner waits for.
  await countPromises()
  const straight = await countPromises()
  expect(straight.statuses).toEqual([200])
  // The look-up, its two continuations, and two that wait for them here.
  expect(straight.promises).toBe(5)
  const late = await countPromises({ account: { simulatedDelayMs: 1 } })
  expect(late.statuses).toEqual([200])
  expect(late.promises).toBeGreaterThan(straight.promises)
})
