import { expect, test } from 'vitest'
import { findFreePorts } from './ports'

test('ports that were found are found by no one else, though nothing listens there yet', async () => {
  const found = await Promise.all(Array.from({ length: 30 }, () => findFreePorts(3)))
  expect(new Set(found).size).toBe(30)
})
