import type { Page } from '@playwright/test'
import { portal } from './support/addresses'
import { createApplication, submitForValidation, uploadAll } from './support/applications'
import { expect, test } from './support/fixtures'
import { judgePage, type Scores, startJudge } from './support/lighthouse'
import { keepScores, writeScores } from './support/score-table'
import { findAddress, listRoutes, type Visitor } from './support/walk'

/** What each page must reach. Only pages that are open to all are there to be found by search engines. */
const least = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }

test('every page reaches its scores', async ({ developer, reviewer, openBrowser }) => {
  await createApplication(developer, 'Sandbox', 'Till of the market')
  const production = await createApplication(developer, 'Production', 'Payroll of the cooperative')
  await uploadAll(developer, production)
  await submitForValidation(developer, production)
  await createApplication(developer, 'Sandbox', 'Kiosk of the station')
  await developer.page.goto(`${await findAddress(developer.page, '/applications/[id]')}/try`)
  await developer.page.getByRole('button', { name: 'Get a token', exact: true }).click()
  await expect(developer.page.getByText('"access_token"').first()).toBeVisible()
  const short = [
    ...(await judge(await openBrowser(), 'stranger')),
    ...(await judge(developer.page, 'developer')),
    ...(await judge(reviewer.page, 'reviewer')),
  ]
  writeScores()
  expect(short).toEqual([])
})

async function judge(page: Page, visitor: Visitor): Promise<string[]> {
  const judgeAt = await startJudge()
  const short: string[] = []
  for (const route of listRoutes(visitor)) {
    const address = await findAddress(page, route)
    await page.goto(address)
    // Pages behind a mailed link, or in the middle of a sign-in, are not there to be come upon.
    if (route.endsWith('/[link]') || new URL(page.url()).pathname !== address) continue
    const scores = await judgePage(judgeAt.port, portal + address, await page.context().cookies())
    keepScores(route, visitor, scores)
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
