import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { walkActions } from '@/test/access/walk'
import { projectRoot } from '../root'
import { portalBuildEnvironment } from './build'

test('every program that a launcher bundles exists', () => {
  const folder = join(projectRoot, 'scripts')
  const launchers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const bundled = launchers
    .filter((name) => name.endsWith('.mjs'))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/'(scripts\/[\w/-]+\.ts)'/g)])
    .map(([, path = '']) => path)
  expect(bundled.length).toBeGreaterThanOrEqual(4)
  expect(bundled.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([])
})

test('every build gives the same names to the actions of forms', () => {
  const [one, other] = [portalBuildEnvironment('.next'), portalBuildEnvironment('.next-other')]
  const key = one.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ?? ''
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(other.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY).toBe(key)
})

test('and their key encrypts nothing: no action captures values', () => {
  const within = walkActions().filter(({ name }) => name === '(inline)')
  expect(within.map(({ file }) => file)).toEqual([])
})
