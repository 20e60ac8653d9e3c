import { expect, test } from 'vitest'
import { accountColumns, parseAccount, readHeader } from './account-record'

const order = [0, 1, 2, 3, 4, 5]
const good = ['221770000001', 'customer', 'active', 'XOF', '12500', '0']
const withField = (at: number, value: string) => good.with(at, value)

test.each([
  [good, { balance: '12500', frozenBalance: '0' }],
  [withField(0, '+221770000001'), { msisdn: '221770000001' }],
  [['216200000005', 'retailer', 'barred', 'TND', '87.1', '0'], { balance: '87.100', frozenBalance: '0.000' }],
  [
    ['212600000004', 'customer', 'suspended', 'MAD', '-5', '0.05'],
    { balance: '-5.00', frozenBalance: '0.05' },
  ],
  [withField(4, '9'.repeat(30)), { balance: '9'.repeat(30) }],
])('%j is an account', (fields, expected) => {
  expect(parseAccount(fields, order)).toMatchObject(expected)
})

test.each([
  [null, 'the quoting is wrong'],
  [good.slice(1), 'has 5 fields and not 6'],
  [[...good, ''], 'has 7 fields and not 6'],
  ...[
    '',
    '12345',
    '0221770000001',
    '00221770000001',
    '1234567890123456',
    '221 770000001',
    ' 221770000001',
    '=1+1',
  ].map((msisdn): [string[], string] => [withField(0, msisdn), 'msisdn: must be']),
  [withField(0, '999000000000'), 'is reserved'],
  [withField(1, 'Customer'), 'type:'],
  [withField(2, ''), 'status:'],
  [withField(3, 'xof'), 'currency:'],
  [withField(3, 'XAU'), 'currency:'],
  [withField(3, 'ABC'), 'currency:'],
  ...['', '1e5', '1,000', '.5', '5.', '+5', '0x10', 'NaN', '١', '=1', "1'", '--1'].map(
    (amount): [string[], string] => [withField(4, amount), 'balance: must be a number'],
  ),
  [withField(4, '1.0'), 'balance: has 1 decimals, but XOF has 0'],
  [withField(4, '9'.repeat(31)), 'balance: has more than 30 digits'],
  [withField(5, '0.5'), 'frozen_balance: has 1 decimals'],
  [withField(5, '-1'), 'frozen_balance: must not be negative'],
])('%j is bad', (fields, reason) => {
  const found = parseAccount(fields, order)
  expect(found).toBeTypeOf('string')
  expect(found).toContain(reason)
})

test('columns can be in any order', () => {
  const header = [...accountColumns].reverse()
  const found = readHeader(header)
  expect(found).toEqual([5, 4, 3, 2, 1, 0])
  expect(parseAccount([...good].reverse(), found as number[])).toMatchObject({
    msisdn: good[0],
    balance: '12500',
  })
})

test.each([
  [['msisdn', 'type', 'status', 'currency', 'balance'], 'missing frozen_balance'],
  [good, 'missing msisdn'],
  [[...accountColumns, 'name'], 'there are others'],
  [[...accountColumns, 'type'], 'one is repeated'],
  [[accountColumns.join(';')], 'separated by something else'],
  [null, 'quoting'],
])('%j is not a header', (fields, reason) => {
  expect(readHeader(fields)).toContain(reason)
})
