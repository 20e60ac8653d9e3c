import { expect, test } from 'vitest'
import { firstCallMsisdn, sandboxAccounts } from '@/lib/wallet/sandbox-accounts'

const decimals: Record<string, number> = { XOF: 0, XAF: 0, MAD: 2, TND: 3 }

test('each account occurs once, in digits, and is not the number that never exists', () => {
  const msisdns = sandboxAccounts.map(({ msisdn }) => msisdn)
  expect(new Set(msisdns).size).toBe(msisdns.length)
  expect(msisdns.length).toBeGreaterThanOrEqual(12)
  for (const msisdn of msisdns) expect(msisdn).toMatch(/^[1-9][0-9]{5,14}$/)
  expect(msisdns).not.toContain('999000000000')
  expect(msisdns).toContain(firstCallMsisdn)
})

test('amounts have exactly the decimals of their currency', () => {
  for (const { balance, frozenBalance, currency } of sandboxAccounts)
    for (const amount of [balance, frozenBalance])
      expect((amount.split('.')[1] ?? '').length, `${amount} ${currency}`).toBe(decimals[currency])
})

test('every documented case exists', () => {
  const has = (test: (account: (typeof sandboxAccounts)[number]) => boolean) =>
    expect(sandboxAccounts.some(test)).toBe(true)
  has(({ balance }) => balance === '0')
  has(({ balance }) => balance.length > 16)
  has(({ currency }) => decimals[currency] === 2)
  has(({ currency }) => decimals[currency] === 3)
  has(({ status }) => status === 'suspended')
  has(({ status }) => status === 'barred')
  has(({ type }) => type === 'retailer')
  has(({ delayMs }) => delayMs === 2000)
  has(({ outage }) => outage)
  has(({ frozenBalance }) => Number(frozenBalance) > 0)
})
