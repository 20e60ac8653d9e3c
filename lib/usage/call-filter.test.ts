import { expect, test } from 'vitest'
import { extractErrorCode, extractRequestId } from './call-filter'

const id = '0190b1d2-7c1b-7000-8000-000000000000'

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
