import { expect, test } from 'vitest'
import { fillIn, openRoutes, type Places, pendingRoutes, places } from './routes'
import { walkRoutes } from './walk'

const routes = walkRoutes().map(({ path }) => path)

// The journeys in e2e/access.spec.ts request all of them; this reports earlier what would fail there.
test('every route has its values, and there are no values for missing routes', () => {
  expect(routes.length).toBeGreaterThan(40)
  const filled = Object.fromEntries(places.map((place) => [place, 'x'])) as Places
  for (const path of routes) expect(fillIn(path, filled)).not.toContain('[')
  for (const path of [...openRoutes, ...pendingRoutes]) expect(routes).toContain(path)
  for (const place of places)
    expect(
      routes.some((path) => path === place || path.startsWith(`${place}/`)),
      place,
    ).toBe(true)
})
