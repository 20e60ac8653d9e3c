import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { projectRoot } from '@/scripts/launch/root'
import { script } from '@/test/guichet'

const line = `{ requestId: 'r', method: 'GET', path: '/docs', status: 200, ms: 1, address: '192.0.2.1' }`
/** Logs as a busy process does, has its batches written, and is stopped with some that are not. */
const program = `
  import { createAccessLog } from '@/lib/access-log'
  const log = createAccessLog('portal')
  const write = () => { for (let count = 0; count < 150; count++) log(${line}) }
  write()
  setTimeout(() => {
    write()
    process.kill(process.pid, 'SIGTERM')
  }, 1500)
  setInterval(() => {}, 1000)`

/** @returns standard output; throws if the process does not end with code 0 */
function run(redirection: string): string {
  const args = [
    '-c',
    `exec "$0" "$@" ${redirection}`,
    process.execPath,
    '--import',
    'tsx',
    ...script(program),
  ]
  const env = { ...process.env, ACCESS_LOG: 'on' }
  const bounded = { timeout: 30_000, killSignal: 'SIGKILL' } as const
  return execFileSync('sh', args, { cwd: projectRoot, env, encoding: 'utf8', ...bounded })
}

test('each line is on standard output, also those of the last second before the process stops', () => {
  const lines = run('').trimEnd().split('\n')
  expect(lines).toHaveLength(300)
  expect(JSON.parse(lines.at(-1) as string)).toMatchObject({ name: 'portal', path: '/docs', status: 200 })
})

test('a full disk costs lines only: the process serves on, and stops in good order', () => {
  expect(run('> /dev/full')).toBe('')
})
