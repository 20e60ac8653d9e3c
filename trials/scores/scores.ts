import type { Page } from '@playwright/test'
import { portal } from '../../e2e/support/addresses'
import { createApplication, submitForValidation, uploadAll } from '../../e2e/support/applications'
import { expect, test } from '../../e2e/support/fixtures'
import type { Person } from '../../e2e/support/person'
import { findAddress, listRoutes, type Visitor } from '../../e2e/support/walk'
import { judgePage, type Scores, startJudge } from './lighthouse'
import { keepScores } from './score-table'

/** The required scores of each page. Only public pages are meant for search engines. */
const least = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
/** Some routes alone, while one works on them: `SCORES_ONLY=/review npm --prefix trials run scores`. */
const only = new RegExp(process.env.SCORES_ONLY ?? '')

test('every page reaches its scores', async ({ developer, reviewer, openBrowser }) => {
  const production = await prepare(developer)
  const short = [
    ...(await judge(await openBrowser(), 'stranger')),
    ...(await judge(developer.page, 'developer', production)),
    ...(await judge(reviewer.page, 'reviewer')),
  ]
  expect(short).toEqual([])
})

/**
 * Content for each page: the pages of an application show the most recent one, a Sandbox application.
 * @returns the URL of the Production application
 */
async function prepare(developer: Person): Promise<string> {
  const { page } = developer
  const production = await createApplication(developer, 'Production', 'Payroll of the cooperative')
  await uploadAll(developer, production)
  await submitForValidation(developer, production)
  const sandbox = await createApplication(developer, 'Sandbox', 'Till of the market')
  await page.goto(`${sandbox}/try`)
  await page.getByRole('button', { name: 'Query balance', exact: true }).click()
  await expect(page.getByText('"balance"').first()).toBeVisible()
  await page.goto(`${sandbox}/accounts/new`)
  await page.getByLabel('Balance', { exact: true }).fill('12')
  await page.getByRole('button', { name: 'Create test account', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Account created' })).toBeVisible()
  return production
}

async function judge(page: Page, visitor: Visitor, production = ''): Promise<string[]> {
  const judgeAt = await startJudge()
  const short: string[] = []
  for (const route of listRoutes(visitor).filter((each) => only.test(each))) {
    const isOfProduction = route.endsWith('/validation')
    const address = isOfProduction ? `${production}/validation` : await findAddress(page, route)
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
