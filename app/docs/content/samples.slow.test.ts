import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { NextRequest } from 'next/server'
import { createTranslator } from 'next-intl'
import { beforeAll, describe, expect, test } from 'vitest'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { GET as getCsv } from '@/app/api/usage.csv/route'
import { GET as getJson } from '@/app/api/usage.json/route'
import { describeApi } from '@/app/docs/openapi/document'
import type { Describe } from '@/app/docs/openapi/group'
import { exampleApplication } from '@/app/docs/openapi/groups/usage'
import { readOperations } from '@/app/docs/openapi/read-document'
import { quickStarts, requestSamples } from '@/components/snippets/samples'
import { messages } from '@/generated/messages'
import { createAccessKey } from '@/lib/access-keys/access-key'
import { rehearsalCases } from '@/lib/rehearsals/schema'
import { succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { signUpDeveloper } from '@/test/developers'
import { type Client, createAccount, createApplication, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { installed, type Language, runCode, startBusy } from '@/test/interpreters'
import { recordCalls } from '@/test/metered-calls'
import { listenOnFreePort, temporaryFolder } from '@/test/resources'
import { sampleRequest } from './api-reference'

const folder = temporaryFolder()
const world = withGateways()
const t = createTranslator({
  locale: 'en',
  messages: messages.en,
  namespace: 'docs.api',
}) as unknown as Describe
const operations = readOperations(describeApi(t))
let gateway: TestGateway
let client: Client

beforeAll(async () => {
  gateway = await world.start()
  client = await createClient(world.owner)
  await createAccount(world.owner, '221770000001', { balance: '12500' })
  await createAccount(world.owner, '221770000006', { status: 'suspended' })
})

async function variables(): Promise<Record<string, string>> {
  return {
    AUTH_URL: gateway.url,
    BASE_URL: gateway.url,
    CLIENT_ID: client.clientId,
    CLIENT_SECRET: client.clientSecret,
    ACCESS_TOKEN: await fetchToken(gateway, client),
  }
}

/** They take seconds to start: one endpoint with a form, one with a token and one with JSON have to do. */
const compiled = new Set<Language>(['java', 'go'])
const twice = new Set(['obtainToken', 'readAccount', 'putTestAccount'])

const success: Record<string, string> = {
  obtainToken: '"access_token":"guichet_sandbox_token_',
  introspectToken: '"active":true',
  revokeToken: '200',
  readAccount: '"balance":{"value":12500,"unit":"XOF"}',
  listTestAccounts: '{"accounts":[{"msisdn":"999100000001"',
  readTestAccount: '{"msisdn":"999100000001"',
  putTestAccount: '"fault":{"kind":"error","code":"unavailable","calls":3}',
  deleteTestAccount: '204',
  resetTestAccount: '"fault":null',
  resetTestAccounts: '"fault":null',
  readFixture: '{"format":"test-accounts","version":2',
  putFixture: '{"format":"test-accounts","version":2',
  startRehearsal: '{"state":"running"',
  readRehearsal: '{"state":"running"',
  endRehearsal: '{"state":"ended"',
}

/** The account of the examples, for the endpoints that need one. */
async function putExample(): Promise<void> {
  const put = operations.find(({ id }) => id === 'putTestAccount')
  const headers = { Authorization: `Bearer ${await fetchToken(gateway, client)}` }
  const body = JSON.stringify(put?.json?.example)
  await fetch(`${gateway.url}/sandbox/v1/accounts/999100000001`, { method: 'PUT', headers, body })
}

/** A running rehearsal, for the endpoints that need one. */
async function rehearse({ id }: { id: string }): Promise<void> {
  const headers = { Authorization: `Bearer ${await fetchToken(gateway, client)}` }
  const method = id === 'startRehearsal' ? 'DELETE' : 'POST'
  if (id.endsWith('Rehearsal')) await fetch(`${gateway.url}/sandbox/v1/rehearsal`, { method, headers })
}

test('the test of the guide sees one failure', async () => {
  const code = readFileSync('content/sandbox/retry-test.mjs', 'utf8')
  const env = { BASE_URL: gateway.url, ACCESS_TOKEN: await fetchToken(gateway, client) }
  const output = await runCode('javascript', { code, file: 'retry-test.mjs', folder, env })
  expect(output).toMatch(/^201\n503 .*"unavailable".*\n200 .*"value":12500/)
})

test('the program of the rehearsal passes every case', async () => {
  const code = readFileSync('content/rehearsal/rehearse.mjs', 'utf8')
  const output = await runCode('javascript', { code, file: 'rehearse.mjs', folder, env: await variables() })
  expect(
    output
      .trim()
      .split('\n')
      .map((line) => line.split(' ').slice(0, 2).join(' ')),
  ).toEqual(rehearsalCases.map((id) => `passed ${id}`))
}, 60_000)

/** The portal's own endpoint, without the rest of the portal. */
async function startUsage(): Promise<{ url: string; close: () => void }> {
  const server = createServer(async ({ url, headers }, response) => {
    const request = new NextRequest(`http://localhost${url}`, { headers: headers as Record<string, string> })
    const answer = await (url?.startsWith('/api/usage.csv') ? getCsv : getJson)(request)
    response.writeHead(answer.status).end(await answer.text())
  })
  const port = await listenOnFreePort(server)
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

test('the program of the guide reads the usage of each hour', async () => {
  const { id, actor } = await signUpDeveloper()
  const application = await createApplication(world.owner, { developerId: id })
  const hour = 3_600_000
  const at = Math.floor(Date.now() / hour) * hour - 2 * hour
  const calls = [200, 200, 404, 503].map((status) => ({ at, status, errorCode: null, latency: 1 }))
  await recordCalls(world.database.gateway, application.id, calls)
  const key = await succeed(
    executeAs(actor, createAccessKey, { input: { keyName: 'Dashboard', days: 1, permission: 'read' } }),
  )
  const { url, close } = await startUsage()
  const code = readFileSync('content/usage/read-usage.mjs', 'utf8')
  const env = { PORTAL_URL: url, PERSONAL_ACCESS_KEY: key, APPLICATION_ID: application.id }
  const output = await runCode('javascript', { code, file: 'read-usage.mjs', folder, env })
  close()
  expect(output).toContain(`${new Date(at).toISOString()} 2 2\n`)
})

describe.each(installed)('in %s', { timeout: 60_000 }, (language) => {
  test('the sample of each endpoint runs as it is shown', async () => {
    // The portal's need a key, and what it opens: app/_program calls each of them.
    const ofGateways = operations.filter(({ group }) => group !== 'usage' && group !== 'agents')
    for (const operation of ofGateways.filter(({ id }) => !compiled.has(language) || twice.has(id))) {
      await putExample()
      await rehearse(operation)
      const samples = requestSamples(sampleRequest(operation))
      const sample = samples.find((each) => each.language === language)
      const { authUrl, baseUrl } = gatewayAddresses('sandbox')
      const code = sample?.code.replaceAll(authUrl, gateway.url).replaceAll(baseUrl, gateway.url) ?? ''
      const env = await variables()
      const output = await runCode(language, { code, file: sample?.file ?? null, folder, env })
      expect(output, operation.id).toContain(success[operation.id])
      expect(output, operation.id).toMatch(/\b20[014]\b/)
    }
  })

  test.skipIf(compiled.has(language))('the samples of usage run as they are shown', async () => {
    const { id, actor } = await signUpDeveloper()
    const application = await createApplication(world.owner, { developerId: id })
    const key = await succeed(
      executeAs(actor, createAccessKey, { input: { keyName: 'Dashboard', days: 1, permission: 'read' } }),
    )
    const { url, close } = await startUsage()
    for (const operation of operations.filter(({ group }) => group === 'usage')) {
      const sample = requestSamples(sampleRequest(operation)).find((each) => each.language === language)
      const code = (sample?.code ?? '')
        .replace(operation.servers[0]?.url ?? '', url)
        .replace(exampleApplication, application.id)
      const env = { PERSONAL_ACCESS_KEY: key }
      const output = await runCode(language, { code, file: sample?.file ?? null, folder, env })
      expect(output, operation.id).toMatch(/200.*("client_id"|from,succeeded)/s)
    }
    close()
  })

  test('the quick start requests another token after a 401, and waits after a 429 and a 503', async () => {
    const { url, asked, close } = await startBusy(gateway.url, [401, 429, 503])
    const output = await runStart(language, { ...(await variables()), BASE_URL: url })
    await close()
    expect(output).toContain('"balance":{"value":12500,"unit":"XOF"}')
    expect(asked).toHaveLength(4)
    for (const [index, at] of asked.slice(2).entries())
      expect(at - (asked[index + 1] ?? 0)).toBeGreaterThanOrEqual(990)
  })

  test('the quick start shows why it got no token, and calls nothing else', async () => {
    const { url, asked, close } = await startBusy(gateway.url, [])
    const env = { ...(await variables()), BASE_URL: url, CLIENT_SECRET: 'wrong', TOKEN_FILE: '.other-token' }
    const output = await runStart(language, env)
    await close()
    expect(output).toContain('invalid_client')
    expect(asked).toHaveLength(0)
  })
})

async function runStart(language: Language, env: Record<string, string>): Promise<string> {
  const start = quickStarts('set CLIENT_SECRET').find((each) => each.language === language)
  return runCode(language, { code: '', file: null, ...start, folder, env, parameters: ['221770000001'] })
}
