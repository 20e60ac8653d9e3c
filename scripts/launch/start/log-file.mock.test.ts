import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '@/test/resources'
import { openLogFile } from './log-file'

const disk = vi.hoisted(() => ({ full: false }))
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  return {
    ...real,
    appendFileSync(...given: Parameters<typeof real.appendFileSync>) {
      if (disk.full) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      real.appendFileSync(...given)
    },
  }
})

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => {
  disk.full = false
})

test('a full disk only costs lines, which are counted once there is room again', () => {
  const log = openLogFile(join(folder, 'portal.log'))
  log.write('first\n')
  disk.full = true
  log.write('second\n')
  log.write('third\n')
  expect(log.lastLines()).toEqual(['first', 'second', 'third'])
  disk.full = false
  log.write('fourth\n')
  log.write('fifth\n')
  const lines = readFileSync(log.path, 'utf8').split('\n')
  expect(lines.toSpliced(2, 1)).toEqual(['first', '', 'fourth', 'fifth', ''])
  expect(JSON.parse(lines[2] ?? '')).toEqual({
    level: 40,
    time: expect.any(Number),
    name: 'supervisor',
    dropped: 13,
    msg: 'bytes of this log could not be written',
  })
})

test('a log is only for its user, and continued in a new file after 10 MB', () => {
  const log = openLogFile(join(folder, 'portal.log'))
  const piece = `${'é'.repeat(499_999)}\n`
  for (let written = 0; written < 11; written++) log.write(piece)
  expect(statSync(log.path)).toMatchObject({ size: 11 * 999_999 })
  expect(statSync(log.path).mode & 0o777).toBe(0o600)
  log.write('next\n')
  expect(readFileSync(log.path, 'utf8')).toBe('next\n')
  expect(statSync(`${log.path}.1`).size).toBe(11 * 999_999)
})

test('its last twenty lines are kept, and the beginning of the one that is being written', () => {
  const log = openLogFile(join(folder, 'portal.log'))
  for (let line = 1; line <= 25; line++) log.write(`line ${line}\n\n`)
  log.write('half')
  log.write(' a line')
  const kept = Array.from({ length: 20 }, (_, line) => `line ${line + 6}`)
  expect(log.lastLines()).toEqual([...kept, 'half a line'])
  log.write(`\n${'x'.repeat(20_000)}y`)
  expect(log.lastLines().slice(-2)).toEqual(['half a line', `${'x'.repeat(15_999)}y`])
})

test('a log that cannot be rotated is continued', () => {
  const path = join(folder, 'portal.log')
  writeFileSync(path, 'x'.repeat(10_000_001))
  mkdirSync(`${path}.1`)
  const log = openLogFile(path)
  expect(() => log.write('first\n')).not.toThrow()
  rmSync(`${path}.1`, { recursive: true })
  log.write('second\n')
  expect(readFileSync(path, 'utf8')).toMatch(/"dropped":6.*\nsecond\n$/s)
})
