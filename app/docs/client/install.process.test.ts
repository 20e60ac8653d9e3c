import { execFile } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { clientPackage } from '@/generated/client-package'
import { projectRoot } from '@/scripts/launch/root'
import { runClientProgram } from '@/test/client-program'
import { createAccount, createClient } from '@/test/factories'
import { withGateways } from '@/test/gateway'
import { listenOnFreePort, temporaryFolder } from '@/test/resources'
import { GET } from './[file]/route'

const run = promisify(execFile)
const world = withGateways()
const folder = temporaryFolder()
const program = join(projectRoot, 'content/client/read-balance.mjs')

const portal = createServer(async (request, response) => {
  const file = request.url?.split('/').at(-1) ?? ''
  const given = await GET(new Request('http://localhost/'), { params: Promise.resolve({ file }) })
  response.writeHead(given.status, Object.fromEntries(given.headers))
  response.end(Buffer.from(await given.arrayBuffer()))
})
afterAll(() => {
  portal.close()
})

test('the package is installed from the portal, and the program of the guide reads a balance with it', async () => {
  const gateway = await world.start()
  const application = await createClient(world.owner)
  await createAccount(world.owner, '221770000001', { balance: '12500' })
  const port = await listenOnFreePort(portal)
  const url = `http://127.0.0.1:${port}/docs/client/${clientPackage.name}`
  const options = ['--prefix', folder, '--cache', join(folder, 'cache'), '--no-audit', '--no-fund']
  await run('npm', ['install', ...options, url], { cwd: folder })
  cpSync(program, join(folder, 'program.mjs'))
  expect(await runClientProgram(join(folder, 'program.mjs'), gateway, application)).toBe('12500 XOF\n')
  const installed = join(folder, 'node_modules/ewallet-client')
  expect(readFileSync(join(installed, 'dist/index.d.ts'), 'utf8')).toContain('createClient')
  expect(readFileSync(join(installed, 'package.json'), 'utf8')).not.toContain('dependencies')
}, 60_000)

test('it has types for ES modules and CommonJS, with which the program of the guide compiles under strict', async () => {
  const text = readFileSync(program, 'utf8')
  writeFileSync(join(folder, 'module.mts'), text)
  writeFileSync(
    join(folder, 'common.cts'),
    text.replace('const { balance } = await', 'const found =').replace(/console.log\(`.*/, ''),
  )
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--types', 'node']
  const roots = ['--typeRoots', join(projectRoot, 'node_modules/@types')]
  const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc')
  await run('node', [compiler, ...options, ...roots, 'module.mts', 'common.cts'], { cwd: folder })
  const asked = 'process.stdout.write(typeof require("ewallet-client").createClient)'
  expect((await run('node', ['-e', asked], { cwd: folder })).stdout).toBe('function')
}, 60_000)

test('nothing of it names the product, except the prefix of credentials', async () => {
  const installed = join(folder, 'node_modules/ewallet-client')
  const { stdout } = await run('grep', ['-rhi', 'guichet', installed]).catch(({ stdout }) => ({ stdout }))
  expect(stdout.replace(/guichet_(sandbox|production)/g, '')).not.toMatch(/guichet/i)
})

test('another file is not found, and the README has the program of the guide', async () => {
  const response = await GET(new Request('http://localhost/'), {
    params: Promise.resolve({ file: 'ewallet-client-0.0.0.tgz' }),
  })
  expect(response.status).toBe(404)
  const readme = readFileSync(join(projectRoot, 'clients/typescript/README.md'), 'utf8')
  expect(readme).toContain(readFileSync(program, 'utf8'))
})
