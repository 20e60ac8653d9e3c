import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { refused, succeed } from '@/lib/result'
import { withSandbox } from '@/test/gateway'
import { listenOnFreePort } from '@/test/resources'
import { isSendable, readToken } from './answers'
import { callGateway, mask } from './gateway-client'

const sandbox = withSandbox()

async function askToken() {
  const { clientId: client_id, clientSecret: client_secret } = sandbox.client
  const form = new URLSearchParams({ client_id, client_secret, grant_type: 'client_credentials' })
  return succeed(
    callGateway({
      method: 'POST',
      url: new URL(`${sandbox.gateway.url}/oauth/token`),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      secret: sandbox.client.clientSecret,
    }),
  )
}

// ASVS 10.1.1
test('a token call is shown as sent over the wire, with the secret masked', async () => {
  const call = await askToken()
  expect(call.request.head).toContain('POST /oauth/token HTTP/1.1\nHost: 127.0.0.1:')
  expect(call.request.body).toBe(
    `client_id=${sandbox.client.clientId}&client_secret=••••&grant_type=client_credentials`,
  )
  expect(call.answer.head).toMatch(/^HTTP\/1.1 200 OK\n(.+\n)*Cache-Control: no-store$/m)
  expect(call.answer.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(call.answer.code).toBeNull()
  expect(JSON.stringify(call)).not.toContain(sandbox.client.clientSecret)
})

test('the token of the response reads a balance, digit for digit', async () => {
  const token = readToken(await askToken(), new Date(0))
  expect(token?.expiresAt).toBeGreaterThan(0)
  expect(token?.expiresAt).toBeLessThanOrEqual(300_000)
  const url = new URL(`${sandbox.gateway.url}/api/eWallet/v1/account?msisdn=221770000001`)
  const outcome = await callGateway({
    method: 'GET',
    url,
    headers: { Authorization: `Bearer ${token?.value}` },
  })
  expect(outcome.ok && outcome.value.answer.body).toContain('"balance":{"value":12500,"unit":"XOF"}')
})

test('a refusal names its code', async () => {
  const url = new URL(`${sandbox.gateway.url}/api/eWallet/v1/account?msisdn=1`)
  const outcome = await callGateway({ method: 'GET', url, headers: {} })
  expect(outcome.ok && outcome.value.answer).toMatchObject({ status: 401, code: 'token_missing' })
})

test('an unreachable gateway and an invalid response are distinguished', async () => {
  const dead = await callGateway({ method: 'GET', url: new URL('http://127.0.0.1:9/'), headers: {} })
  expect(dead).toEqual(refused('unreachable'))
  const server = createServer((_request, response) => response.end('<html>not ours</html>'))
  const port = await listenOnFreePort(server)
  const url = new URL(`http://127.0.0.1:${port}/`)
  const strange = await succeed(callGateway({ method: 'GET', url, headers: {} }))
  server.close()
  expect(strange.answer.code).toBeNull()
  expect(readToken(strange, new Date())).toBeUndefined()
})

test('a secret is masked however it is written, and a token with a line break is not sent', () => {
  expect(mask('a=s%20%26&b=s &', 's &')).toBe('a=••••&b=••••')
  expect(isSendable('guichet_sandbox_token_x-_')).toBe(true)
  expect(isSendable('x\r\nX-Evil: 1')).toBe(false)
})
