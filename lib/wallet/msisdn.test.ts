import { expect, test } from 'vitest'
import { maskMsisdn, parseMsisdn } from '@/lib/wallet/msisdn'

test.each([
  ['221771234567', '221771234567'],
  ['+221771234567', '221771234567'],
  [' 221771234567', '221771234567'],
  ['100000', '100000'],
  ['999999999999999', '999999999999999'],
])('%j is read', (text, digits) => {
  expect(parseMsisdn(text)).toBe(digits)
})

test.each([
  '',
  '12345',
  '1234567890123456',
  '00221771234567',
  '0221771234567',
  '221 771234567',
  '221771234567 ',
  '  221771234567',
  '++221771234567',
  '221-771234567',
  '٢٢١٧٧١٢٣٤٥٦٧',
  '２２１７７１２３４５６７',
  '221771234567\n',
])('%j is refused', (text) => {
  expect(parseMsisdn(text)).toBeNull()
})

test('a masked msisdn keeps its country and its last two digits', () => {
  expect(maskMsisdn('221771234567')).toBe('221*******67')
  expect(maskMsisdn('100000')).toBe('100*00')
})
