import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '@/test/resources'
import { lockFolder } from './lock.mjs'

test('of many processes one holds it, until it is killed', async () => {
  const folder = temporaryFolder()
  const program = `import(${JSON.stringify(join(import.meta.dirname, 'lock.mjs'))}).then(async ({ lockFolder }) => {
    await lockFolder(${JSON.stringify(folder)}, 0); console.log('locked'); setInterval(() => {}, 1000) })`
  const holder = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  expect(await lockFolder(folder, 0)).toEqual({ holder: holder.pid })
  const waiting = lockFolder(folder, 30_000)
  holder.kill('SIGKILL')
  const lock = await waiting
  expect(await lockFolder(folder, 0)).toEqual({ holder: process.pid })
  if ('release' in lock) lock.release()
  const locks = await Promise.all(Array.from({ length: 20 }, () => lockFolder(folder, 0)))
  expect(locks.filter((each) => 'release' in each)).toHaveLength(1)
})
