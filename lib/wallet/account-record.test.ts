import { expect, test } from 'vitest'
import { parseAccount } from './account-record'
import { accountColumns, Fault } from './faults'
import { readHeader } from './header'

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
  ...['', '12345', '0221770000001', '00221770000001', '1234567890123456', '221 770000001', '=1+1'].map(
    (msisdn): [string[], string] => [withField(0, msisdn), 'msisdn: must be'],
  ),
  [withField(0, ' 221770000001'), 'msisdn: has leading or trailing spaces'],
  [withField(0, '999000000000'), 'is reserved'],
  [withField(1, 'Customer'), 'type: must be written as “customer”'],
  [withField(1, ' customer'), 'type: has leading or trailing spaces'],
  [withField(1, 'customer\u00c2\u00a0'), 'type: has leading or trailing spaces'],
  [withField(0, '2.21771E+11'), 'msisdn: is in the short form 2.2E+11 of spreadsheets'],
  [withField(4, '12,50'), 'with a decimal point and no thousands separators'],
  [withField(4, '1 250'), 'with a decimal point and no thousands separators'],
  [['a;b;c'], 'is separated by semicolons and not by commas'],
  [withField(2, ''), 'status:'],
  [withField(3, 'xof'), 'currency: must be written as “XOF”'],
  [withField(3, 'XAU'), 'currency:'],
  [withField(3, 'ABC'), 'currency:'],
  ...['', '1e5', '1,000', '.5', '5.', '+5', '0x10', 'NaN', '١', '=1', "1'", '--1'].map(
    (amount): [string[], string] => [withField(4, amount), 'balance: '],
  ),
  [withField(4, '1.0'), 'balance: has 1 decimals, but XOF has 0'],
  [withField(4, '9'.repeat(31)), 'balance: has more than 30 digits'],
  [withField(5, '0.5'), 'frozen_balance: has 1 decimals'],
  [withField(5, '-1'), 'frozen_balance: must not be negative'],
])('%j is bad', (fields, reason) => {
  const found = parseAccount(fields, order)
  expect(found).toBeInstanceOf(Fault)
  expect(String(found)).toContain(reason)
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
  [[...accountColumns, 'name'], ': “name” is not one of them.'],
  [[...accountColumns, '221770000001'], ': “…” is not one of them.'],
  [[...accountColumns, 'type'], ': type is there more than once.'],
  [[...accountColumns, '', ''], 'a column has no name. Delete the empty columns.'],
  [[accountColumns.join(';')], ': they are separated by semicolons.'],
  [[accountColumns.join('\t')], ': they are separated by tabs.'],
  [['sep=', ''], 'it is “sep=,”, which is for spreadsheets only. Delete this line.'],
  [['sep=;'], 'it is “sep=;”, which is for spreadsheets only. Delete this line.'],
  [
    accountColumns.join(', ').split(','),
    'leading or trailing spaces in type, status, currency, balance, frozen_balance.',
  ],
  [accountColumns.with(0, 'MSISDN' as never), 'use lower case for MSISDN.'],
  [['msisdn,type\r221770000001', 'customer'], 'The file has CR line endings only'],
  [null, 'quoting'],
])('%j is not a header', (fields, reason) => {
  expect(String(readHeader(fields as string[] | null))).toContain(reason)
})
