import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeLock } from './lock.mjs'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
  path = join(folder, 'lock')
})

afterEach(() => rm(folder, { recursive: true }))

async function take(): Promise<() => void> {
  const lock = await takeLock(path, 0)
  if ('holder' in lock) throw new Error(`held by ${lock.holder}`)
  return lock.release
}

test('one holder at a time, and the other learns which', async () => {
  const release = await take()
  expect(await takeLock(path, 0)).toEqual({ holder: process.pid })
  release()
  ;(await take())()
})

test('a waiting process gets it when it is released', async () => {
  const release = await take()
  const waiting = takeLock(path, 5000)
  release()
  expect(await waiting).toHaveProperty('release')
})

test('the lock of a process that was killed is free', async () => {
  const program = `import(${JSON.stringify(join(import.meta.dirname, 'lock.mjs'))}).then(async ({ takeLock }) => {
    await takeLock(${JSON.stringify(path)}, 0); console.log('taken'); setInterval(() => {}, 1000) })`
  const holder = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  expect(await takeLock(path, 0)).toEqual({ holder: holder.pid })
  holder.kill('SIGKILL')
  await once(holder, 'close')
  await take()
})

test('a reused process number does not hold it', async () => {
  await take()
  writeFileSync(path, readFileSync(path, 'utf8').replace(/ \d+\n/, ' 1\n'))
  await take()
})

test('of many processes exactly one takes a stale lock', async () => {
  writeFileSync(path, '999999999 1\n')
  const locks = await Promise.all(Array.from({ length: 20 }, () => takeLock(path, 300)))
  expect(locks.filter((lock) => 'release' in lock)).toHaveLength(1)
})

test('an empty lock, whose holder was killed before it wrote its name, is free', async () => {
  writeFileSync(path, '')
  const release = await take()
  expect(await takeLock(path, 0)).toEqual({ holder: process.pid })
  release()
  expect(readdirSync(folder)).toEqual([])
})
