import { expect, test, vi } from 'vitest'
import { getSettings } from '@/lib/env'
import { findFreePorts } from './ports'

test('ports that were found are found by no one else, though nothing listens there yet', async () => {
  const found = await Promise.all(Array.from({ length: 30 }, () => findFreePorts(3)))
  expect(new Set(found).size).toBe(30)
})

test('none is the default of another port, which settings with both would be refused for', async () => {
  vi.spyOn(Math, 'random').mockReturnValueOnce(0)
  const { PORTAL_PORT, SANDBOX_PORT, PRODUCTION_PORT } = getSettings()
  expect(await findFreePorts()).toBeGreaterThan(Math.max(PORTAL_PORT, SANDBOX_PORT, PRODUCTION_PORT))
})
