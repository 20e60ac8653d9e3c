import { expect, test } from 'vitest'
import { refusalCauses } from '@/lib/oauth/errors'
import { readCause } from './hint'
import { calledEnvironment, describeRequest } from './request'

const addresses = { authUrl: 'https://auth.example', baseUrl: 'https://api.example' }

test('a request is shown without its unrecorded parts', () => {
  const account = { endpoint: 'account', maskedMsisdn: '221*******67' }
  expect(describeRequest(account, 'id', addresses)).toBe(
    'GET https://api.example/api/eWallet/v1/account?msisdn=221*******67\nAuthorization: Bearer …',
  )
  const token = { endpoint: 'token', maskedMsisdn: null }
  expect(describeRequest(token, 'id', addresses)).toMatch(
    /^POST https:\/\/auth\.example\/oauth\/token\n[\s\S]*\nclient_id=id&client_secret=…&grant_type=client_credentials$/,
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
