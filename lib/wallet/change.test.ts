import { describe, expect, test } from 'vitest'
import { parseLosslessJson } from '@/lib/exact-json'
import { anyAccount } from './account-record'
import { ChangeError, type ChangeRules, readChange } from './change'
import { formatTimestamp, parseTimestamp } from './timestamp'

const latest = parseTimestamp('2026-11-27T10:00:00Z') as number
const any: ChangeRules = { ...anyAccount, latest }
const asOf = '2026-11-27T09:00:00.123456Z'
const XOF = (value: unknown) => ({ value, unit: 'XOF' })

function read(given: object, rules = any) {
  return readChange({ msisdn: '221771234567', asOf, ...given }, rules)
}

/** As it arrives. */
function parse(text: string, rules = any) {
  return readChange(parseLosslessJson(text), rules)
}

test('a change of all members, with its digits and its time to the microsecond', () => {
  const text = `{"msisdn":"221771234567","type":"customer","status":"active","balance":{"value":12500,"unit":"XOF"},
    "frozenBalance":{"value":"0","unit":"XOF"},"asOf":"${asOf}"}`
  expect(parse(text)).toEqual({
    msisdn: '221771234567',
    details: { type: 'customer', status: 'active' },
    amounts: { currency: 'XOF', balance: '12500', frozenBalance: '0' },
    asOf: 1_795_770_000_123_456,
  })
})

test.each([
  ['12.5', 'MAD', '12.50'],
  ['12.50', 'MAD', '12.50'],
  ['-0', 'MAD', '0.00'],
  ['-250', 'XOF', '-250'],
  ['90071992547409931234', 'XOF', '90071992547409931234'],
  ['123456789012345678901234567890.123', 'TND', '123456789012345678901234567890.123'],
  ['9007199254740993.01', 'MAD', '9007199254740993.01'],
])('the number %s %s is kept digit by digit, as a number and as text', (value, unit, expected) => {
  for (const written of [value, `"${value}"`])
    expect(
      parse(`{"msisdn":"221771234567","balance":{"value":${written},"unit":"${unit}"},"asOf":"${asOf}"}`),
    ).toMatchObject({ amounts: { balance: expected, currency: unit } })
})

test.each([
  ['1E3', 'XOF', 'amount'],
  ['1e400', 'XOF', 'amount'],
  ['"1e3"', 'XOF', 'amount'],
  ['0.0000001', 'MAD', 'decimals'],
  ['-0.0', 'XOF', 'decimals'],
  ['12.0', 'XOF', 'decimals'],
  ['12.505', 'MAD', 'decimals'],
  ['"12,5"', 'MAD', 'amount'],
  ['" 1"', 'XOF', 'amount'],
  ['true', 'XOF', 'amount'],
  ['null', 'XOF', 'amount'],
  ['1234567890123456789012345678901', 'XOF', 'amount'],
  ['1', 'XXX', 'currency'],
  ['1', 'xof', 'currency'],
])('the value %s %s is refused', (value, unit, code) => {
  const text = `{"msisdn":"221771234567","balance":{"value":${value},"unit":"${unit}"},"asOf":"${asOf}"}`
  expect(parse(text)).toMatchObject({ code, of: { msisdn: '221771234567' } })
})

test('zeros before an amount are not kept: it is the same as without them', () => {
  const given = { balance: XOF(`-${'0'.repeat(40)}7`), frozenBalance: XOF('-00') }
  expect(read(given)).toMatchObject({ amounts: { balance: '-7', frozenBalance: '0' } })
})

test('a million of them, before what is no digit, are read in no time', () => {
  expect(read({ balance: XOF(`${'0'.repeat(1_000_000)}x`) })).toMatchObject({ code: 'amount' })
})

describe('the time', () => {
  test.each([
    ['2026-11-27T09:00:00Z', '2026-11-27T09:00:00.000000Z'],
    ['2026-11-27T10:00:00.5+01:00', '2026-11-27T09:00:00.500000Z'],
    ['2026-11-27t09:00:00.123456789z', '2026-11-27T09:00:00.123456Z'],
    [1_795_770_000_123, '2026-11-27T09:00:00.123000Z'],
    [946_684_800_000, '2000-01-01T00:00:00.000000Z'],
  ])('%s is a time', (given, expected) => {
    const change = read({ balance: XOF(1), asOf: given })
    expect(formatTimestamp((change as { asOf: number }).asOf)).toBe(expected)
  })

  test.each([
    '2026-11-27T09:00:00',
    '2026-11-27',
    '2026-02-30T09:00:00Z',
    '0000-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '1999-12-31T23:59:59.999999Z',
    0,
    // Seconds, where milliseconds are meant.
    1_795_770_000,
    946_684_799_999,
    '2026-11-26T24:00:00Z',
    '1795770000123',
    -1,
    null,
    '2026-11-27T10:00:00.000001Z',
  ])('%s is refused', (given) => {
    expect(read({ balance: XOF(1), asOf: given })).toMatchObject({ code: 'as_of' })
  })

  test('the year 10000, to which an offset leads, is none that could be kept with the refusal', () => {
    const timeOf = (asOf: string) => (read({ balance: XOF(1), asOf }) as ChangeError).of.asOf
    expect(timeOf('9999-12-31T23:59:59Z')).toBeGreaterThan(latest)
    expect(timeOf('9999-12-31T23:59:59-00:01')).toBeUndefined()
  })

  test('an hour ahead is the latest', () => {
    expect(read({ balance: XOF(1), asOf: '2026-11-27T10:00:00Z' })).toMatchObject({ asOf: latest })
  })
})

test.each([
  ['a member that is not known', { status: 'active', note: 'x' }, 'unknown_member'],
  ['one of an amount', { balance: { ...XOF(1), note: 'x' } }, 'unknown_member'],
  ['two units', { balance: XOF(1), frozenBalance: { value: 1, unit: 'MAD' } }, 'units'],
  ['a frozen balance below zero', { balance: XOF(1), frozenBalance: XOF(-1) }, 'frozen'],
  ['a frozen balance alone', { frozenBalance: XOF(1) }, 'no_balance'],
  ['one with details', { frozenBalance: XOF(1), type: 'customer', status: 'active' }, 'no_balance'],
  ['a status alone', { status: 'active' }, 'no_type'],
  ['a type alone, with amounts', { balance: XOF(1), type: 'customer' }, 'no_status'],
  ['a balance that is null', { balance: null, type: 'customer', status: 'active' }, 'amount'],
  ['a frozen balance that is null', { balance: XOF(1), frozenBalance: null }, 'amount'],
  ['a status that is null', { type: 'customer', status: null }, 'status'],
  ['an amount without unit', { balance: { value: 1 } }, 'currency'],
  ['an amount that is a number', { balance: 1 }, 'amount'],
  ['an unknown type', { type: 'agent' }, 'type'],
  ['an unknown status', { status: 'ACTIVE' }, 'status'],
  ['nothing but a time', {}, 'no_change'],
  ['a number that is none', { msisdn: '00221771234567', status: 'active' }, 'msisdn'],
  ['a number that is a JSON number', { msisdn: 221771234567, status: 'active' }, 'msisdn'],
  ['the reserved number', { msisdn: '999000000000', status: 'active' }, 'reserved'],
  ['another operation', { op: 'delete' }, 'op'],
  ['a removal with amounts', { op: 'remove', balance: XOF(1) }, 'unknown_member'],
])('%s is refused', (_what, given, code) => {
  const refusal = read(given)
  expect(refusal).toBeInstanceOf(ChangeError)
  expect(refusal).toMatchObject({ code })
})

test.each([[null], [[]], ['text'], [1]])('%j is no change', (value) => {
  expect(readChange(value, any)).toMatchObject({ code: 'no_change' })
})

test('only the currencies and prefixes of the settings are allowed', () => {
  const rules = { latest, currencies: ['XOF', 'MAD'], prefixes: ['221', '212'] }
  expect(read({ balance: XOF(1) }, rules)).toMatchObject({ amounts: { balance: '1' } })
  expect(read({ balance: { value: 1, unit: 'XAF' } }, rules)).toMatchObject({
    code: 'currency',
    message: 'XAF is not one of XOF, MAD',
  })
  expect(read({ msisdn: '33612345678', status: 'active' }, rules)).toMatchObject({
    code: 'prefix',
    message: '336 is not one of 221, 212',
    of: { msisdn: '33612345678' },
  })
})

test('a frozen balance that is missing is 0', () => {
  for (const [unit, zero] of [
    ['XOF', '0'],
    ['MAD', '0.00'],
    ['TND', '0.000'],
    ['CLF', '0.0000'],
  ])
    expect(read({ balance: { value: 1, unit } })).toMatchObject({ amounts: { frozenBalance: zero } })
})

test('what can be read of a refused change goes with it', () => {
  expect(read({ balance: XOF('1.5'), status: 'x' })).toMatchObject({
    of: { msisdn: '221771234567', asOf: 1_795_770_000_123_456, hasAmounts: true, hasDetails: true },
  })
  expect(read({ asOf: 5, msisdn: 'x' })).toMatchObject({
    of: { msisdn: undefined, asOf: undefined, hasAmounts: false, hasDetails: false },
  })
})

test('a removal', () => {
  expect(read({ op: 'remove' })).toEqual({
    op: 'remove',
    msisdn: '221771234567',
    asOf: 1_795_770_000_123_456,
  })
})

test('a message never repeats an amount, nor the name of a member that may be a number', () => {
  expect(read({ balance: XOF('12345.678') })).toMatchObject({ message: 'balance has 3 decimals, XOF has 0' })
  expect(read({ '221771234567': 1 })).toMatchObject({ message: 'Has a member that is not known: …' })
})
