import { expect, test } from 'vitest'
import { dayMs, setClock } from '@/lib/clock'
import { createApplication, createDeveloper } from '@/test/factories'
import { recordCalls } from '@/test/metered-calls'
import { withOwnDatabase } from '@/test/own-database'
import { getFigures, readFigures } from './figures'

const { owner, gateway } = withOwnDatabase()
const now = new Date('2026-11-22T16:30:00Z')
const ago = (days: number) => now.getTime() - days * dayMs

async function activateAt(at: number) {
  const developer = await createDeveloper({ activated: false, passwordHash: 'none' })
  await owner.query('UPDATE developer SET activated_at = $2 WHERE id = $1', [developer.id, new Date(at)])
  return developer
}

test('an empty installation has 30 days of nothing', async () => {
  const figures = await readFigures(now)
  expect(figures.days).toHaveLength(30)
  expect(figures.days.at(-1)).toEqual({
    at: new Date('2026-11-22T00:00:00Z'),
    signUps: 0,
    calls: 0,
    errors: 0,
    activeApplications: 0,
  })
  expect(figures).toMatchObject({
    calls: { current: 0, previous: 0 },
    top: [],
  })
})

test('calls, errors, sign-ups and applications are those of their day, and compared with the month before', async () => {
  const ada = await activateAt(ago(400))
  for (const days of [0, 0, 35, 70, 70]) await activateAt(ago(days))
  const shop = await createApplication(owner, { developerId: ada.id, name: 'Shop' })
  const till = await createApplication(owner, { developerId: ada.id, name: 'Till' })
  await recordCalls(gateway, shop.id, [
    { at: ago(0) },
    { at: ago(0), status: 404, errorCode: 'account_not_found' },
    { at: ago(2), endpoint: 'token', minted: true },
    { at: ago(40) },
    { at: ago(80) },
  ])
  await recordCalls(gateway, till.id, [{ at: ago(0), status: 503, errorCode: 'unavailable' }])
  const figures = await readFigures(now)
  expect(figures.days.at(-1)).toMatchObject({ signUps: 2, calls: 3, errors: 2, activeApplications: 2 })
  expect(figures.days.at(-3)).toMatchObject({ calls: 1, errors: 0, activeApplications: 1 })
  expect(figures).toMatchObject({
    calls: { current: 4, previous: 1 },
    errors: { current: 2, previous: 0 },
    activeApplications: { current: 2, previous: 1 },
    signUps: { current: 2, previous: 1 },
  })
  expect(figures.top).toEqual([
    { id: shop.id, name: 'Shop', environment: 'sandbox', calls: 3, errors: 1 },
    { id: till.id, name: 'Till', environment: 'sandbox', calls: 1, errors: 1 },
  ])
})

test('the page gets them at most a minute old', async () => {
  setClock(now)
  const first = await getFigures()
  expect(await getFigures()).toBe(first)
  setClock(new Date(now.getTime() + 61_000))
  expect(await getFigures()).not.toBe(first)
})
