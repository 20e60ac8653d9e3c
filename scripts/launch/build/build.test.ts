import { expect, test } from 'vitest'
import { walkActions } from '@/test/walls/walk'
import { portalBuildEnvironment } from './build'

test('every build gives the same names to the actions of forms', () => {
  const [one, other] = [portalBuildEnvironment('.next'), portalBuildEnvironment('.next-other')]
  const key = one.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ?? ''
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(other.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY).toBe(key)
})

test('and nothing is left to the key of that to encrypt: no action takes values from around it', () => {
  const within = walkActions().filter(({ name }) => name === '(inline)')
  expect(within.map(({ file }) => file)).toEqual([])
})
