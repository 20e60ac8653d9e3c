import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Caller } from './caller'
import { type Answer, accountBody } from './expectation'
import { type Program, revoke, startLoad } from './load'

const account = { msisdn: '221771234567', body: accountBody('221771234567', '12500', '2026-11-21T09:00:00Z') }

function createProgram(): Program {
  const known = { token: 'good', endsAt: performance.now() + 300_000 }
  const credentials = { environment: 'sandbox', clientId: 'client', clientSecret: 'secret' } as const
  return { ...credentials, known, revoking: false, revocations: 0, doubtful: new Set() }
}

/** Responds like a gateway, except where a test overrides it. */
function createFake(answer: (path: string, token: string | undefined) => Answer | null | undefined): Caller {
  return {
    close() {},
    async ask(_host, _method, path, headers) {
      const said = answer(path, headers?.Authorization?.slice('Bearer '.length))
      if (said !== undefined) return said
      if (path === '/sign-in') return { status: 200, body: 'name="password"' }
      if (path === '/oauth/revoke') return { status: 200, body: '' }
      if (path === '/oauth/token') return { status: 401, body: 'invalid_client' }
      return { status: 200, body: account.body }
    },
  }
}

async function callFor(program: Program, caller: Caller) {
  const load = startLoad({
    caller,
    visitor,
    programs: [program],
    accounts: [account],
    changing: [],
    rate: 500,
  })
  await vi.waitFor(() => expect(load.calls.length).toBeGreaterThan(200), 30_000)
  await load.stop()
  return load
}

const visitor = { headers: { Cookie: '', Origin: '' } }

test('a wrong balance is found among the others', async () => {
  let asked = 0
  const caller = createFake((path) => {
    if (path === '/oauth/token') return null
    if (path.includes(account.msisdn) && ++asked === 20) return { status: 200, body: 'another' }
    return path.includes('999000000000') ? { status: 404, body: 'account_not_found' } : undefined
  })
  const { wrongs } = await callFor(createProgram(), caller)
  expect(wrongs.filter((each) => each.startsWith('a balance'))).toEqual([
    'a balance: 200 instead of 200: another',
  ])
})

test('a token that is served after its revocation was acknowledged is wrong', async () => {
  const program = createProgram()
  const caller = createFake((path) => (path === '/oauth/token' ? null : undefined))
  const load = startLoad({
    caller,
    visitor,
    programs: [program],
    accounts: [account],
    changing: [],
    rate: 500,
  })
  expect(await revoke(load, caller, program)).toBe(true)
  program.known = { token: 'next', endsAt: performance.now() + 300_000 }
  await vi.waitFor(() => expect(load.wrongs.join()).toContain('a revoked token: 200 instead of 401'), 30_000)
  await load.stop()
})

test('a token whose revocation was not acknowledged may be valid or not', async () => {
  const program = createProgram()
  const good = program.known
  const caller = createFake((path) => {
    if (path === '/oauth/revoke' || path === '/oauth/token') return { status: 503, body: '' }
    return path.includes(account.msisdn) ? { status: 401, body: 'invalid_token' } : undefined
  })
  const load = startLoad({
    caller,
    visitor,
    programs: [program],
    accounts: [account],
    changing: [],
    rate: 500,
  })
  expect(await revoke(load, caller, program)).toBe(false)
  program.known = good
  await vi.waitFor(() => expect(load.calls.length).toBeGreaterThan(200), 30_000)
  await load.stop()
  expect(load.wrongs.filter((each) => each.startsWith('a balance'))).toEqual([])
  expect(load.revoked).toEqual([])
})

test('with a fixed concurrency each response is followed by the next call, and by none once stopped', async () => {
  let [now, most, asked] = [0, 0, 0]
  const fake = createFake(() => undefined)
  const caller: Caller = {
    ...fake,
    async ask(...question) {
      most = Math.max(most, ++now)
      asked++
      await pause(1)
      now--
      return fake.ask(...question)
    },
  }
  const program = createProgram()
  const load = startLoad({
    caller,
    visitor,
    programs: [program],
    accounts: [account],
    changing: [],
    concurrency: 7,
  })
  // More than the ten-millisecond timer alone would start.
  const began = performance.now()
  await vi.waitFor(() => expect(load.calls.length).toBeGreaterThan(400), 30_000)
  const beats = (performance.now() - began) / 10
  await load.stop()
  const askedBefore = asked
  await pause(30)
  expect({ now, asked }).toEqual({ now: 0, asked: askedBefore })
  // A page, a form and a wrong secret come on top of them.
  expect(most).toBeGreaterThanOrEqual(7)
  expect(most).toBeLessThanOrEqual(10)
  expect(asked).toBeGreaterThan(7 * (beats + 1))
})

test('every program reads every account', async () => {
  const accounts = ['1', '2', '3', '4'].map((end) => ({ ...account, msisdn: `22177123456${end}` }))
  const programs = ['a', 'b', 'c', 'd'].map((token) => {
    const program = createProgram()
    return { ...program, known: { token, endsAt: performance.now() + 300_000 } }
  })
  const read = new Set<string>()
  const caller = createFake((path, token) => {
    if (path === '/oauth/token') return null
    if (path.includes('22177123456')) read.add(`${token} ${path}`)
    return undefined
  })
  const load = startLoad({ caller, visitor, programs, accounts, changing: [], rate: 500 })
  await vi.waitFor(() => expect(read.size).toBe(16), 30_000)
  await load.stop()
})
