import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
  folder = mkdtempSync(join(tmpdir(), 'guichet-log-'))
})
afterEach(() => {
  disk.full = false
  rmSync(folder, { recursive: true })
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
  const lines = readFileSync(log.path, 'utf8').trimEnd().split('\n').filter(Boolean)
  expect(lines[0]).toBe('first')
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ dropped: 13, level: 40 })
  expect(lines.slice(2)).toEqual(['fourth'])
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
