import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstCallSnippets, type SnippetInput } from '@/components/snippets/snippets'
import { messages } from '@/messages'
import { createAccount, createClient } from '@/test/factories'
import { createGatewayWorld, type GatewayWorld } from '@/test/gateway'

const folder = mkdtempSync(join(tmpdir(), 'guichet-snippets-'))
let world: GatewayWorld
let secret: string
let input: SnippetInput

beforeAll(async () => {
  world = await createGatewayWorld()
  const gateway = await world.start()
  const client = await createClient(world.owner)
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

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})

const programs = { curl: 'bash', javascript: 'node', python: 'python3', php: 'php', java: 'java', go: 'go' }
const flags: Record<string, string[]> = { go: ['run'] }

/** Runs a snippet as its reader would. */
async function run(language: keyof typeof programs, clientSecret: string | null, env = {}) {
  const snippet = firstCallSnippets({ ...input, clientSecret }).find((each) => each.language === language)
  if (!snippet) throw new Error(language)
  const file = join(folder, snippet.file ?? 'paste.sh')
  writeFileSync(file, snippet.code)
  const parameters = [...(flags[language] ?? []), file]
  return promisify(execFile)(programs[language], parameters, {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', HOME: folder, LANG: 'C.UTF-8', ...env },
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => `failed: ${error.stderr}${error.stdout}`,
  )
}

const installed = (Object.keys(programs) as (keyof typeof programs)[]).filter(
  (language) => spawnSync(programs[language], [language === 'go' ? 'version' : '--version']).status === 0,
)

const absent = Object.values(programs).filter(
  (program) => !installed.some((each) => programs[each] === program),
)

// What this machine does not have is no proof, and says so by name in every report.
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

  test('without the secret says what to do, and calls nothing', async () => {
    const output = await run(language, null)
    expect(output).toContain('CLIENT_SECRET')
    expect(output).toContain('révélez le secret')
    expect(output).not.toContain('invalid_client')
  })
})

test('pasted line by line into an interactive shell, a missing secret stops the whole snippet', () => {
  const [curl] = firstCallSnippets({ ...input, clientSecret: null })
  const shell = spawnSync('bash', ['--norc', '-i'], { input: `${curl?.code}\n`, encoding: 'utf8' })
  expect(shell.stderr).toContain('révélez le secret')
  expect(shell.stdout).toBe('')
})

test('every message for a missing secret can stand in a quoted literal', () => {
  for (const { applications } of [messages.en, messages.fr])
    expect(applications.firstCall.variable).toMatch(/^[^"'`\\${}\n]+$/)
})
