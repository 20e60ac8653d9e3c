import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectRoot } from '@/scripts/root'
import { hintKey } from './hint'
import { describeRequest } from './request'

const addresses = { authUrl: 'https://auth.example', baseUrl: 'https://api.example' }

test('a request is told without what was never recorded', () => {
  const account = { endpoint: 'account', maskedMsisdn: '221*******67' }
  expect(describeRequest(account, 'id', addresses)).toBe(
    'GET https://api.example/api/eWallet/v1/account?msisdn=221*******67\nAuthorization: Bearer …',
  )
  const token = { endpoint: 'token', maskedMsisdn: null }
  expect(describeRequest(token, 'id', addresses)).toMatch(
    /^POST https:\/\/auth\.example\/oauth\/token\n[\s\S]*\nclient_id=id&client_secret=…&grant_type=client_credentials$/,
  )
})

test('every reason that the gateway can note for an owner has words of its own', () => {
  const files = ['lib/oauth/client-authentication.ts', 'gateway/account-endpoint.ts']
  const source = files.map((file) => readFileSync(`${projectRoot}/${file}`, 'utf8')).join('\n')
  const noted = /invalidClient\(['`]([^'`]+)['`], id\)|detail: '([^']+)'|hint = '([^']+)'/g
  const reasons = [...source.matchAll(noted)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
  expect(reasons.length).toBeGreaterThanOrEqual(6)
  for (const reason of reasons) expect(hintKey(reason), reason).not.toBe('other')
  expect(hintKey('something new')).toBe('other')
})
