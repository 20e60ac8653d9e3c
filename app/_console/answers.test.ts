import { expect, test } from 'vitest'
import { curlBalance, curlToken } from '@/components/snippets/curl'
import { formOf } from '@/test/forms'
import { isUsable, memorable, queriedMsisdn } from './answers'

test('the number queried is that of the pressed account, else the typed one, however long', () => {
  expect(queriedMsisdn(formOf({ msisdn: '1', account: '2' }))).toBe('2')
  expect(queriedMsisdn(formOf({ msisdn: '221771234567' }))).toBe('221771234567')
  expect(queriedMsisdn(formOf({ msisdn: '2'.repeat(1000) }))).toHaveLength(64)
  expect(queriedMsisdn(formOf({}))).toBe('')
})

test('the browser remembers whole numbers in the Sandbox only, and nothing typed by mistake', () => {
  expect(memorable('+221770000001', 'sandbox')).toEqual({ msisdn: '+221770000001' })
  expect(memorable('221771234567', 'production')).toEqual({ msisdn: '221*******67', masked: true })
  const secret = 'guichet_sandbox_secret_abcdefgh'
  expect(memorable(secret, 'sandbox').msisdn).toMatch(/^gui\*+gh$/)
})

test('a token from the browser is sent only if it is one, and not expired', () => {
  const at = new Date(1000)
  expect(isUsable({ value: 'guichet_sandbox_token_x', expiresAt: 1001 }, at)).toBe(true)
  expect(isUsable({ value: 'guichet_sandbox_token_x', expiresAt: 1000 }, at)).toBe(false)
  expect(isUsable({ value: 'guichet_sandbox_token_x', expiresAt: 301_001 }, at)).toBe(false)
  expect(isUsable({ value: 'x\r\nX-Evil: 1', expiresAt: 1001 }, at)).toBe(false)
  expect(isUsable({ value: ['x'], expiresAt: 1001 } as never, at)).toBe(false)
  expect(isUsable(undefined, at)).toBe(false)
})

test('a command for the terminal holds neither secret nor token, and no number escapes its quotes', () => {
  expect(curlToken('http://localhost:4001/oauth/token', 'guichet_sandbox_1')).toMatch(
    /-d client_secret="\$CLIENT_SECRET"$/,
  )
  expect(curlBalance('http://localhost:4001/account', "1'; reboot; '$(x)").split('\n')[0]).toBe(
    "curl -i 'http://localhost:4001/account?msisdn=1%27%3B+reboot%3B+%27%24%28x%29' \\",
  )
})
