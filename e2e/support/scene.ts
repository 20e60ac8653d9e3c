import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import type { Places } from '@/test/access/places'
import { newAddress, test } from './fixtures'
import { makePlaces } from './routes'
import { signIn } from './sign-in'
import { wordsOf } from './words'

/** A developer with one of everything, created once for all pages that a Playwright worker checks. */
type Scene = {
  /** The state of the developer's browser. */
  developer: Awaited<ReturnType<BrowserContext['storageState']>>
  /** The values of a route's names in brackets. */
  placesOf(route: string): Places
}

/** Pages that only Production applications have; the others are checked with a Sandbox application. */
const ofProduction = /^\/applications\/\[id\]\/(validation|addresses|requests\/)/

export const withScene = test.extend<object, { scene: Scene }>({
  scene: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      const person = await signIn({ page, say: wordsOf('en'), email: newAddress() })
      const name = `Everything in its place, also a very long name ${randomUUID().slice(0, 4)}`
      const places = await makePlaces(person, name)
      const sandbox = { ...places, '/applications/[id]': places['/applications/[id]/accounts'] }
      const developer = await page.context().storageState()
      await page.context().close()
      await use({ developer, placesOf: (route) => (ofProduction.test(route) ? places : sandbox) })
    },
    { scope: 'worker' },
  ],
})
