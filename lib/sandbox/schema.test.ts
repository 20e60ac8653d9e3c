import { describe, expect, test } from 'vitest'
import { parseFixture } from './fixture'
import { testAccountSchema } from './schema'

test.each([
  [{ balance: '1,5' }, 'amount'],
  [{ balance: 12 }, 'amount'],
  [{ delayMs: '-1' }, 'delay'],
  [{ delayMs: '0.5' }, 'delay'],
])('%j is refused as %s', (fields, message) => {
  const given = {
    msisdn: '999100000001',
    type: 'customer',
    status: 'active',
    currency: 'MAD',
    balance: '1.50',
  }
  const parsed = testAccountSchema.safeParse({ ...given, ...fields })
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message])
})

describe('a fixture', () => {
  const entry = { msisdn: '999100000001', type: 'customer', status: 'active', currency: 'XOF', balance: '1' }
  const fixture = (...accounts: unknown[]) => ({ format: 'guichet-test-accounts', version: 1, accounts })
  test.each([
    ['no JSON', 'not_a_fixture'],
    [[], 'not_a_fixture'],
    [{ ...fixture(), version: 3 }, 'not_a_fixture'],
    [fixture(...Array(101).fill(entry)), 'too_many'],
    [fixture(entry, { ...entry, msisdn: '+999100000001' }), [{ path: [1, 'msisdn'], message: 'twice' }]],
    [
      fixture({ ...entry, type: 'x' }, { ...entry, balance: '1.5' }),
      [
        { path: [0, 'type'], message: 'type' },
        { path: [1, 'balance'], message: 'amount' },
      ],
    ],
    [fixture('text'), [{ path: [0], message: 'object' }]],
    [
      fixture({ ...entry, delayMs: [5], faultCalls: true, faultSeconds: [3] }),
      [
        { path: [0, 'delayMs'], message: 'delay' },
        { path: [0, 'faultCalls'], message: 'calls' },
        { path: [0, 'faultSeconds'], message: 'for' },
      ],
    ],
    [
      { accounts: [{ ...entry, frozenBalance: { value: 0, unit: 'XOF' } }] },
      [
        { path: [0, 'balance'], message: 'object' },
        { path: [0], message: 'unknown' },
      ],
    ],
  ])('%# is refused', (given, reason) => {
    expect(parseFixture(typeof given === 'string' ? given : JSON.stringify(given))).toEqual({
      ok: false,
      reason,
    })
  })
})
