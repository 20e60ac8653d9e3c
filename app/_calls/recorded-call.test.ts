import { expect, test } from 'vitest'
import { refusalCauses } from '@/lib/oauth/errors'
import {
  calledEnvironment,
  describeCurl,
  describeRequest,
  describeResponse,
  readCause,
} from './recorded-call'

const addresses = { authUrl: 'https://auth.example', baseUrl: 'https://api.example' }
const client = { clientId: 'id', clientAuthentication: 'client_secret' } as const

test('a request is shown without its unrecorded parts', () => {
  const account = { endpoint: 'account', maskedMsisdn: '221*******67', method: 'HEAD' }
  expect(describeRequest(account, client, addresses)).toBe(
    'HEAD https://api.example/api/eWallet/v1/account?msisdn=221*******67\nAuthorization: Bearer …',
  )
  const token = { endpoint: 'token', maskedMsisdn: null, method: null }
  expect(describeRequest(token, client, addresses)).toMatch(
    /^POST https:\/\/auth\.example\/oauth\/token\n[\s\S]*\nclient_id=id&client_secret=…&grant_type=client_credentials$/,
  )
  const keys = { ...client, clientAuthentication: 'private_key_jwt' } as const
  expect(describeRequest(token, keys, addresses).split('\n').at(-1)).toBe(
    'client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer&client_assertion=…&grant_type=client_credentials',
  )
})

test('a call to the token or the account endpoint is also a command for a terminal', () => {
  const account = { endpoint: 'account', maskedMsisdn: '221*******67', method: 'GET' }
  expect(describeCurl(account, client, addresses)).toBe(
    `curl -i 'https://api.example/api/eWallet/v1/account?msisdn=221*******67' \\\n  -H "Authorization: Bearer $TOKEN"`,
  )
  expect(describeCurl(account, client, addresses, '221771234567')).toContain('msisdn=221771234567')
  const token = { ...account, endpoint: 'token' }
  expect(describeCurl(token, client, addresses)).toContain(`curl -i 'https://auth.example/oauth/token'`)
  expect(
    describeCurl(token, { ...client, clientAuthentication: 'private_key_jwt' }, addresses),
  ).toBeUndefined()
  expect(describeCurl({ ...account, endpoint: 'revoke' }, client, addresses)).toBeUndefined()
})

test('an error is shown as it was sent, a success without its content', () => {
  const requestId = '0199f3a0-0000-7000-8000-00000000000a'
  const response = 'X-Request-Id: 1\nContent-Type: application/json\n\n{"error":"invalid_client"}'
  expect(describeResponse({ status: 401, requestId, response })).toBe(
    'HTTP/1.1 401\nX-Request-Id: 1\nContent-Type: application/json\n\n{\n  "error": "invalid_client"\n}',
  )
  expect(describeResponse({ status: 400, requestId, response: 'A: b\n\ncut {' })).toMatch(/\n\ncut {$/)
  expect(describeResponse({ status: 200, requestId, response: null })).toBe(
    `HTTP/1.1 200\nX-Request-Id: ${requestId}\n\n…`,
  )
})

test('a call with the other environment’s credentials is shown with the other URL', () => {
  const sandbox = { environment: 'sandbox' } as const
  const production = { environment: 'production' } as const
  expect(calledEnvironment({ hint: 'other_environment' }, sandbox)).toBe('production')
  expect(calledEnvironment({ hint: 'other_environment' }, production)).toBe('sandbox')
  expect(calledEnvironment({ hint: 'wrong_secret' }, sandbox)).toBe('sandbox')
  expect(calledEnvironment({ hint: null }, production)).toBe('production')
})

test('only causes that the gateway records count, not those of earlier releases', () => {
  for (const cause of refusalCauses) expect(readCause(cause)).toBe(cause)
  expect(readCause('the application is draft')).toBeNull()
  expect(readCause(null)).toBeNull()
})
