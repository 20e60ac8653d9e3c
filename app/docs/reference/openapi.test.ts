import { createTranslator } from 'next-intl'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeApi } from '@/app/docs/reference/openapi'
import { exampleOf, readFields, readOperations } from '@/app/docs/reference/read-document'
import { apiSchemas, type Describe } from '@/app/docs/reference/schemas'
import { routes } from '@/gateway/routes'
import { messages } from '@/messages'
import { type Client, createAccount, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'

const t = createTranslator({
  locale: 'en',
  messages: messages.en,
  namespace: 'docs.api',
}) as unknown as Describe
const schemas = apiSchemas(t)
const operations = readOperations(describeApi(t))

const world = withGateways()
let gateway: TestGateway
let client: Client

beforeAll(async () => {
  gateway = await world.start()
  client = await createClient(world.owner)
  await createAccount(world.owner, '221770000001')
})

function post(path: string, form: Record<string, string>) {
  return fetch(gateway.url + path, { method: 'POST', body: new URLSearchParams(form) })
}

function credentials() {
  return { client_id: client.clientId, client_secret: client.clientSecret }
}

test('the document names every address of the API, and none that is not there', () => {
  const api = [...routes].filter(([path]) => /^\/(oauth|api)\//.test(path))
  const described = operations.map(({ method, path }) => `${method} ${path}`).sort()
  expect(described).toEqual(api.map(([path, { method }]) => `${method} ${path}`).sort())
})

// ASVS 2.1.1
test('every field has its sentence, and the example fits its schema', () => {
  for (const { id, parameters, form, answers } of operations) {
    const fields = answers.flatMap(({ schema }) => (schema ? readFields(schema) : []))
    const described = fields.filter(({ name }) => !name.includes('[]'))
    for (const { name, description } of [...parameters, ...form, ...described])
      expect(description, `${id} ${name}`).not.toBe('')
  }
  const account = operations.find(({ id }) => id === 'readAccount')?.answers[0]?.schema
  expect(schemas.account.safeParse(account && exampleOf(account)).success).toBe(true)
})

// Strict: an answer with a field that the document does not know fails here.
describe('the gateway answers as the document says', () => {
  test('token', async () => {
    const response = await post('/oauth/token', { ...credentials(), grant_type: 'client_credentials' })
    schemas.tokenAnswer.strict().parse(await response.json())
  })

  test('token error', async () => {
    const response = await post('/oauth/token', { ...credentials(), grant_type: 'password' })
    expect(schemas.oauthError.strict().parse(await response.json()).error).toBe('unsupported_grant_type')
  })

  test('introspection', async () => {
    const token = await fetchToken(gateway, client)
    const alive = await post('/oauth/introspect', { ...credentials(), token })
    expect(schemas.introspectAnswer.strict().parse(await alive.json()).active).toBe(true)
    const unknown = await post('/oauth/introspect', { ...credentials(), token: 'x' })
    expect(schemas.introspectAnswer.strict().parse(await unknown.json())).toEqual({ active: false })
  })

  test('account, and its problems', async () => {
    const headers = { Authorization: `Bearer ${await fetchToken(gateway, client)}` }
    const ask = (msisdn: string) =>
      fetch(`${gateway.url}/api/eWallet/v1/account?msisdn=${msisdn}`, { headers })
    schemas.account.strict().parse(await (await ask('221770000001')).json())
    const wrong = schemas.problem.strict().parse(await (await ask('12-34')).json())
    expect(wrong).toMatchObject({ code: 'invalid_msisdn', errors: [{ parameter: 'msisdn' }] })
    const missing = schemas.problem.strict().parse(await (await ask('999000000000')).json())
    expect(missing.code).toBe('account_not_found')
  })
})
