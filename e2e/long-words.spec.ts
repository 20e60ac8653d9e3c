import { fillIn } from '@/test/access/routes'
import { listTooWide } from './support/examine'
import { expect } from './support/fixtures'
import { withScene as test } from './support/scene'
import { lengthen } from './support/translate'

/** The pages most used. */
const pages = {
  stranger: ['/', '/sign-in', '/docs', '/status'],
  developer: [
    '/applications',
    '/applications/[id]',
    '/applications/[id]/traffic',
    '/applications/[id]/validation',
    '/account',
  ],
  reviewer: ['/review', '/review/[id]'],
} as const

/** A phone, and the narrowest screen with tables. */
const widths = [390, 1024]

for (const [visitor, routes] of Object.entries(pages))
  test(`words as long as German ones fit on the pages of a ${visitor}`, { tag: '@slow' }, async ({
    scene,
    openBrowser,
    openReviewer,
  }) => {
    const storageState = visitor === 'developer' ? scene.developer : undefined
    const page = visitor === 'reviewer' ? (await openReviewer()).page : await openBrowser({ storageState })
    for (const route of routes)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(fillIn(route, scene.placesOf(route)))
        expect(await lengthen(page), route).toBeGreaterThan(5)
        expect(await listTooWide(page), `${route} at ${width} px`).toEqual([])
      }
  })
