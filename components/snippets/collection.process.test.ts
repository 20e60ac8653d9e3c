import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { messages } from '@/generated/messages'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import { withSandbox } from '@/test/gateway'
import { temporaryFolder } from '@/test/resources'
import { postmanCollection } from './collection'
import { envFile } from './curl'

const sandbox = withSandbox()

// The parts of Postman's published schema 2.1.0 that are used here, exactly as strict.
const pair = z.strictObject({ key: z.string().min(1), value: z.string() })
const published = z.strictObject({
  info: z.strictObject({
    name: z.string().min(1),
    description: z.string(),
    schema: z.literal('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
  }),
  item: z
    .array(
      z.strictObject({
        name: z.string(),
        request: z.strictObject({
          method: z.enum(['GET', 'POST']),
          header: z.array(pair),
          url: z.strictObject({
            raw: z.string(),
            host: z.array(z.string()),
            path: z.array(z.string()),
            query: z.array(pair).optional(),
          }),
          body: z.strictObject({ mode: z.literal('urlencoded'), urlencoded: z.array(pair) }).optional(),
        }),
        event: z.array(
          z.strictObject({
            listen: z.literal('test'),
            script: z.strictObject({ type: z.literal('text/javascript'), exec: z.array(z.string()) }),
          }),
        ),
      }),
    )
    .min(5),
  variable: z.array(pair),
})

function makeCollection() {
  const addresses = {
    authUrl: sandbox.gateway.url,
    baseUrl: sandbox.gateway.url,
    clientId: sandbox.client.clientId,
  }
  const texts = messages.fr.applications.collection
  const msisdns = { msisdn: '221770000001', unknownMsisdn: reservedMsisdn }
  const made = postmanCollection({ ...addresses, ...msisdns, name: 'Caisse « A »', texts })
  return published.parse(JSON.parse(JSON.stringify(made)))
}

test('contains no secret, and names each part of a URL as Postman and Bruno read it', () => {
  const collection = makeCollection()
  expect(collection.variable).toContainEqual({ key: 'client_secret', value: '' })
  expect(JSON.stringify(collection)).not.toContain(sandbox.client.clientSecret)
  for (const { request } of collection.item) {
    const { raw, host, path, query = [] } = request.url
    const search = query.map(({ key, value }) => `${key}=${value}`).join('&')
    expect([...host, ...path].join('/') + (search && `?${search}`)).toBe(raw)
  }
})

test('all its requests run against the gateway in order, and its own tests pass', async () => {
  const { item, variable } = makeCollection()
  const values = new Map(variable.map(({ key, value }) => [key, value]))
  values.set('client_secret', sandbox.client.clientSecret)
  const fill = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, key) => values.get(key) ?? 'absent')
  const passed: string[] = []
  for (const { request, event } of item) {
    const body = request.body?.urlencoded.map(({ key, value }): [string, string] => [key, fill(value)])
    const response = await fetch(fill(request.url.raw), {
      method: request.method,
      headers: request.header.map(({ key, value }): [string, string] => [key, fill(value)]),
      body: body && new URLSearchParams(body),
    })
    const text = await response.text()
    const pm = {
      test: (name: string, run: () => void) => {
        run()
        passed.push(name)
      },
      collectionVariables: { set: (key: string, value: string) => values.set(key, value) },
      response: {
        json: () => JSON.parse(text),
        to: { have: { status: (expected: number) => expect(response.status, text).toBe(expected) } },
      },
    }
    for (const { script } of event) runInNewContext(script.exec.join('\n'), { pm })
  }
  expect(passed).toEqual(['200', '200', '404', '401', '200', '200'])
  const spent = await fetch(`${sandbox.gateway.url}/api/eWallet/v1/account?msisdn=221770000001`, {
    headers: { Authorization: `Bearer ${values.get('access_token')}` },
  })
  expect(spent.status).toBe(401)
})

test('a program started with the .env file has its settings', () => {
  const folder = temporaryFolder()
  const file = join(folder, '.env')
  const shown = {
    authUrl: sandbox.gateway.url,
    baseUrl: sandbox.gateway.url,
    clientId: sandbox.client.clientId,
  }
  const read = (clientSecret: string | null) => {
    writeFileSync(file, envFile({ ...shown, clientSecret }))
    const code = 'console.log(JSON.stringify(process.env))'
    const env = JSON.parse(
      execFileSync(process.execPath, [`--env-file=${file}`, '-e', code], {
        env: { NODE_ENV: 'test' },
        encoding: 'utf8',
      }),
    )
    return [env.AUTH_URL, env.BASE_URL, env.CLIENT_ID, env.CLIENT_SECRET]
  }
  expect(read(sandbox.client.clientSecret)).toEqual([
    sandbox.gateway.url,
    sandbox.gateway.url,
    sandbox.client.clientId,
    sandbox.client.clientSecret,
  ])
  expect(read(null)).toEqual([sandbox.gateway.url, sandbox.gateway.url, sandbox.client.clientId, ''])
})
