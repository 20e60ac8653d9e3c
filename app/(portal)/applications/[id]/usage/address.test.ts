import { expect, test } from 'vitest'
import { extractErrorCode, extractRequestId, readView, viewAddress } from './address'

const id = '0190b1d2-7c1b-7000-8000-000000000000'

test('a view survives its address, and what is unknown counts as absent', () => {
  const view = {
    range: 'day',
    from: '2026-11-20T12:00',
    step: '60',
    status: '404',
    endpoint: 'token',
    code: 'invalid_client',
    msisdn: '221*******67',
    before: '17',
  } as const
  const address = viewAddress('a', view)
  expect(address).toMatch(/^\/applications\/a\/usage\?range=day&from=2026-11-20T12%3A00&step=60&status=404&/)
  expect(readView(Object.fromEntries(new URLSearchParams(address.split('?')[1])))).toEqual(view)
  expect(
    readView({ range: 'century', status: ['refused'], endpoint: 'x', step: '7', before: '-1', code: '\0' }),
  ).toEqual({ range: 'hour' })
  expect(viewAddress('a', { range: 'hour' })).toBe('/applications/a/usage')
})

test.each([
  [id, id],
  [`  ${id.toUpperCase()} `, id],
  [`X-Request-Id: ${id}`, id],
  [`{"code":"invalid_token","instance":"urn:uuid:${id}"}`, id],
  ['invalid_token', null],
  ['', null],
])('the request id of %j', (text, expected) => {
  expect(extractRequestId(text)).toBe(expected)
})

test.each([
  ['invalid_client', 'invalid_client'],
  [' account_not_found \n', 'account_not_found'],
  ['{"error":"invalid_client","error_description":"No."}', 'invalid_client'],
  ['HTTP/1.1 401\n\n{ "code" : "invalid_token" }', 'invalid_token'],
  ['{"error_description":"No."}', null],
  ['it does not work', null],
])('in %j the error code is %j', (text, code) => {
  expect(extractErrorCode(text)).toBe(code)
})
