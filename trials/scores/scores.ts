import type { Page } from '@playwright/test'
import type { Visitor } from '@/test/walls/routes'
import { portal } from '../../e2e/support/addresses'
import { expect } from '../../e2e/support/fixtures'
import { withScene as test } from '../../e2e/support/scene'
import { listRoutes, pagesOfTerms } from '../../e2e/support/walk'
import { fillIn, type Places } from '../../test/walls/routes'
import { judgePage, type Scores, startJudge } from './lighthouse'
import { keepScores } from './score-table'

/** The required scores of each page. Only public pages are meant for search engines. */
const least = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
/** Some routes alone, while one works on them: `SCORES_ONLY=/review npm --prefix trials run scores`. */
const only = new RegExp(process.env.SCORES_ONLY ?? '')

test('every page reaches its scores', async ({ scene, reviewer, openBrowser }) => {
  const developer = await openBrowser({ storageState: scene.developer })
  const short = [
    ...(await judge(await openBrowser(), 'stranger', scene.placesOf)),
    ...(await judge(developer, 'developer', scene.placesOf)),
    ...(await judge(reviewer.page, 'reviewer', scene.placesOf)),
  ]
  expect(short).toEqual([])
})

async function judge(page: Page, visitor: Visitor, placesOf: (route: string) => Places): Promise<string[]> {
  const judgeAt = await startJudge()
  const short: string[] = []
  for (const route of listRoutes(visitor).filter((each) => only.test(each) && !pagesOfTerms.includes(each))) {
    const address = fillIn(route, placesOf(route))
    await page.goto(address)
    // Pages behind an e-mailed link, or in the middle of a sign-in, can't be found by search engines.
    if (route.endsWith('/[link]') || new URL(page.url()).pathname !== address) continue
    const cookies = await page.context().cookies()
    let scores = await judgePage(judgeAt.port, portal + address, cookies)
    // Other load on the machine affects a page's performance only: once more for the unlucky ones.
    if ((scores.figures.performance ?? 0) < least.performance)
      scores = await judgePage(judgeAt.port, portal + address, cookies)
    keepScores(route, visitor, scores)
    process.stdout.write(`${route} ${JSON.stringify(scores)}\n`)
    short.push(...listShort(route, visitor, scores))
  }
  await judgeAt.stop()
  return short
}

function listShort(route: string, visitor: Visitor, { figures, misses }: Scores): string[] {
  const judged = Object.entries(least).filter(([name]) => name !== 'seo' || visitor === 'stranger')
  return judged
    .filter(([name, bar]) => (figures[name] ?? 0) < bar)
    .map(([name, bar]) => `${route}: ${name} ${figures[name]} of ${bar} (${misses.join(', ')})`)
}
