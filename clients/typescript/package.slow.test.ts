import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runClientProgram } from '@/test/client-program'
import { createAccount, createClient } from '@/test/factories'
import { withGateways } from '@/test/gateway'
import { temporaryFolder } from '@/test/resources'

const run = promisify(execFile)
const world = withGateways()
const folder = temporaryFolder()

test('the program of its README runs with the compiled package', async () => {
  const gateway = await world.start()
  const application = await createClient(world.owner)
  await createAccount(world.owner, '221770000001', { balance: '12500' })
  const installed = join(folder, 'node_modules/ewallet-client')
  const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
  const compile = [compiler, '--project', import.meta.dirname, '--outDir', join(installed, 'dist')]
  await run(process.execPath, compile)
  const description = readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')
  writeFileSync(join(installed, 'package.json'), description)
  expect(JSON.parse(description)).not.toHaveProperty('dependencies')
  const [, program = ''] = /```js\n([^`]+`[^`]+`[^`]+)```/.exec(readReadme()) ?? []
  writeFileSync(join(folder, 'program.mjs'), program)
  expect(await runClientProgram(join(folder, 'program.mjs'), gateway, application)).toBe('12500 XOF\n')
})

function readReadme(): string {
  return readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
}
