import type { Page } from '@playwright/test'
import { portal } from '../../e2e/support/addresses'
import { createApplication, submitForValidation, uploadAll } from '../../e2e/support/applications'
import { expect, type Person, test } from '../../e2e/support/fixtures'
import { findAddress, listRoutes, type Visitor } from '../../e2e/support/walk'
import { judgePage, type Scores, startJudge } from './lighthouse'
import { keepScores } from './score-table'

/** What each page must reach. Only pages that are open to all are there to be found by search engines. */
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
 * Something to show on each page: the pages of an application are those of the one made last, a Sandbox one.
 * @returns where the Production application is
 */
async function prepare(developer: Person): Promise<string> {
  const { page } = developer
  const production = await createApplication(developer, 'Production', 'Payroll of the cooperative')
  await uploadAll(developer, production)
  await submitForValidation(developer, production)
  const sandbox = await createApplication(developer, 'Sandbox', 'Till of the market')
  await page.goto(`${sandbox}/try`)
  await page.getByRole('button', { name: 'Get a token', exact: true }).click()
  await expect(page.getByText('"access_token"').first()).toBeVisible()
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
    // Pages behind a mailed link, or in the middle of a sign-in, are not there to be come upon.
    if (route.endsWith('/[link]') || new URL(page.url()).pathname !== address) continue
    const cookies = await page.context().cookies()
    let scores = await judgePage(judgeAt.port, portal + address, cookies)
    // What else the machine does costs a page its performance, and nothing else: once more, for who was unlucky.
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
