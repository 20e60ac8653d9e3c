import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  firstCallSnippets,
  retrySnippets,
  type Sample,
  type SnippetInput,
} from '@/components/snippets/samples'
import { messages } from '@/generated/messages'
import { type Client, createAccount, createClient } from '@/test/factories'
import { fetchToken, withGateways } from '@/test/gateway'
import { absent, installed, type Language, runCode, startBusy } from '@/test/interpreters'
import { temporaryFolder } from '@/test/resources'

const folder = temporaryFolder()
const world = withGateways()
let client: Client
let secret: string
let input: SnippetInput

beforeAll(async () => {
  const gateway = await world.start()
  client = await createClient(world.owner)
  await createAccount(world.owner, '221770000001', { balance: '12500' })
  secret = client.clientSecret
  input = {
    authUrl: gateway.url,
    baseUrl: gateway.url,
    clientId: client.clientId,
    clientSecret: secret,
    msisdn: '221770000001',
    missing: messages.fr.applications.firstCall.variable,
  }
})

/** Runs a snippet as its reader would. */
async function run(language: Language, clientSecret: string | null, env = {}) {
  return runOne(language, firstCallSnippets({ ...input, clientSecret }), env)
}

async function runOne(language: Language, snippets: Sample[], env: Record<string, string>) {
  const snippet = snippets.find((each) => each.language === language)
  if (!snippet) throw new Error(language)
  return runCode(language, { ...snippet, folder, env })
}

// A tool that this machine lacks proves nothing; the report lists it by name.
test(`tried with ${installed.join(', ')}; not installed here: ${absent.join(', ') || 'none'}`, () => {
  expect(installed).toEqual(expect.arrayContaining(['curl', 'javascript', 'python']))
})

// Java and Go compile first.
describe.each(installed)('%s', { timeout: 60_000 }, (language) => {
  test('reads the balance with the revealed secret', async () => {
    expect(await run(language, secret)).toContain('"balance":{"value":12500,"unit":"XOF"}')
  })

  test('reads the balance with the secret in the variable', async () => {
    expect(await run(language, null, { CLIENT_SECRET: secret })).toContain('"value":12500')
  })

  test('with a wrong secret shows the token endpoint’s status and body, and stops', async () => {
    const output = await run(language, 'wrong')
    expect(output).toContain('401')
    expect(output).toContain('"error":"invalid_client"')
    expect(output).not.toContain('invalid_request')
    expect(output).not.toMatch(/Traceback|at async|Exception/)
  })

  test('without the secret says what to do, and makes no call', async () => {
    const output = await run(language, null)
    expect(output).toContain('CLIENT_SECRET')
    expect(output).toContain('définissez d’abord')
    expect(output).not.toContain('invalid_client')
  })

  test('waits for Retry-After after a 429 and a 503, and retries', async () => {
    const { url, asked, close } = await startBusy(input.baseUrl, [429, 503])
    const token = await fetchToken({ url: input.authUrl }, client)
    const output = await runOne(language, retrySnippets({ ...input, baseUrl: url }), { ACCESS_TOKEN: token })
    await close()
    expect(output).toContain('"balance":{"value":12500,"unit":"XOF"}')
    expect(asked).toHaveLength(3)
    for (const [index, at] of asked.slice(1).entries())
      expect(at - (asked[index] ?? 0)).toBeGreaterThanOrEqual(990)
  })
})

test('pasted into sh with a wrong secret, only the token endpoint’s error is printed', async () => {
  const [curl] = firstCallSnippets({ ...input, clientSecret: 'wrong' })
  const shell = promisify(execFile)('sh')
  shell.child.stdin?.end(`${curl?.code}\n`)
  const { code, stdout } = await shell.then(
    () => ({ code: 0, stdout: '' }),
    (error: { code: number; stdout: string }) => error,
  )
  expect(stdout).toBe(
    'No access token:\n{"error":"invalid_client","error_description":"Client authentication failed."}\nHTTP 401\n',
  )
  expect(code).toBe(1)
})

test('pasted line by line into an interactive shell, a missing secret stops the whole snippet', () => {
  const [curl] = firstCallSnippets({ ...input, clientSecret: null })
  const shell = spawnSync('bash', ['--norc', '-i'], { input: `${curl?.code}\n`, encoding: 'utf8' })
  expect(shell.stderr).toContain('définissez d’abord')
  expect(shell.stdout).toBe('')
})

test('every message for a missing secret fits into a quoted literal', () => {
  for (const { applications, docs } of [messages.en, messages.fr])
    for (const text of [applications.firstCall.variable, docs.quickStart.missing])
      expect(text).toMatch(/^[^"'`\\${}\n]+$/)
})
