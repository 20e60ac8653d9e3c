import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findMarked, leaveMark } from './marks'

let shared: string
let folder: string
beforeEach(() => {
  shared = mkdtempSync(join(tmpdir(), 'guichet-marks-'))
  folder = join(shared, 'own')
})
afterEach(() => rmSync(shared, { recursive: true }))

test('two processes of one user are both known, and those that ended are not', () => {
  leaveMark('portal', 'http://127.0.0.1:3000/readyz', folder)
  const remove = leaveMark('gateway-sandbox', 'http://127.0.0.1:4001/readyz', folder)
  writeFileSync(join(folder, 'worker-1'), JSON.stringify({ pid: 999_999_999, ready: 'http://127.0.0.1:1/' }))
  // As a full disk leaves them.
  writeFileSync(join(folder, 'worker-2'), '')
  writeFileSync(join(folder, 'worker-3'), '{"pid":')
  expect(findMarked(folder).sort()).toEqual(['http://127.0.0.1:3000/readyz', 'http://127.0.0.1:4001/readyz'])
  remove()
  expect(findMarked(folder)).toEqual(['http://127.0.0.1:3000/readyz'])
})

test('nothing is written through a link, or into a folder that others can change', () => {
  const elsewhere = join(shared, 'elsewhere')
  mkdirSync(elsewhere, { mode: 0o700 })
  symlinkSync(elsewhere, folder)
  expect(() => leaveMark('portal', 'x', folder)).toThrow('is not a directory')
  expect(readdirSync(elsewhere)).toEqual([])
  rmSync(folder)
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  expect(() => leaveMark('portal', 'x', folder)).toThrow('closed to others')
  expect(existsSync(join(folder, `portal-${process.pid}`))).toBe(false)
})
