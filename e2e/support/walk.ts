import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { projectRoot } from '@/scripts/launch/root'
import { openRoutes, pendingRoutes } from '@/test/walls/routes'

export type Visitor = 'stranger' | 'developer' | 'reviewer'

const ofReviewers = /^\/(?:review|administration)\b/

/** Every page in `app/`, as a route: `/applications/[id]/try`. New ones are included automatically. */
export function listRoutes(visitor: Visitor): string[] {
  return readdirSync(join(projectRoot, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${file}`.replaceAll(/\/\([^)]+\)/g, '').replace(/\/page\.tsx$/, '') || '/')
    .filter((route) => !pendingRoutes.includes(route) && visitorOf(route) === visitor)
    .sort()
}

/**
 * The URL of a route: a name in brackets is replaced by that of the first matching link on the parent page.
 * Pages behind an e-mailed link are shown as with an invalid link.
 * @param known values found earlier in the same walk, extended for the next route
 */
export async function findAddress(
  page: Page,
  route: string,
  known = new Map<string, string>(),
): Promise<string> {
  if (!route.includes('[')) return route
  if (route.endsWith('/[link]')) return route.replace('[link]', 'x'.repeat(43))
  const [, above = '', name = '', rest = ''] = /^(.*)(\/\[[^\]]+\])(.*)$/.exec(route) ?? []
  const found =
    known.get(above + name) ?? (await findBelow(page, route, await findAddress(page, above, known)))
  known.set(above + name, found)
  return found + rest
}

async function findBelow(page: Page, route: string, list: string): Promise<string> {
  await page.goto(list, { waitUntil: 'domcontentloaded' })
  const links = await page
    .locator('main a[href]')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
  const found = links.map((href) => href.split(/[?#]/)[0] ?? '').find((href) => isBelow(href, list))
  expect(found, `a link on ${list} to a page of ${route}`).toBeDefined()
  return found as string
}

function isBelow(href: string, list: string): boolean {
  const name = href.startsWith(`${list}/`) ? href.slice(list.length + 1) : ''
  // Apart from items, a list links to pages with fixed names, such as `new`.
  return /^[\w-]+$/.test(name) && /[\d_]/.test(name)
}

function visitorOf(route: string): Visitor {
  if (openRoutes.includes(route)) return 'stranger'
  return ofReviewers.test(route) ? 'reviewer' : 'developer'
}
