import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runNode } from '@/test/guichet'

const folder = mkdtempSync(join(tmpdir(), 'guichet-release-'))
const calls = join(folder, 'calls')
writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho "$*" >> ${calls}\n[ "$*" != "$FAILING" ]\n`)
chmodSync(join(folder, 'npm'), 0o755)
afterAll(() => rmSync(folder, { recursive: true }))

/** The command with an npm that only notes what it is asked for, and fails for one script. */
async function release(words: string[], failing = '') {
  writeFileSync(calls, '')
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, FAILING: failing }
  const ran = await runNode(['--import', 'tsx', 'trials/release.ts', ...words], env)
  return { ...ran, calls: readFileSync(calls, 'utf8').trim().split('\n') }
}

test('the checklist goes through its steps, and ends with what is left to a person', async () => {
  const { code, out, calls: made } = await release(['--from', 'gate'])
  expect(code).toBe(0)
  expect(made).toEqual([
    'test',
    'run test:all -- --rest',
    'run faults',
    '--prefix trials run fuzz',
    'run build',
  ])
  expect(out).toMatch(/Every step passed. Left to a person:\n1\. .*\n2\. .*docs\/operations\/upgrade\.md/)
})

test('a step that fails ends it, and it says how to continue', async () => {
  const { code, out, calls: made } = await release(['--from', 'gate'], 'run faults')
  expect(code).toBe(1)
  expect(made.at(-1)).toBe('run faults')
  expect(out).toContain('✗ faults. After you fixed it: npm --prefix trials run release -- --from faults\n')
})
