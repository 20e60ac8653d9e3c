import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { maxLogoBytes, uploadRoutes } from '@/lib/uploads'
import config from '@/next.config.mjs'

// All tests of the configuration: next-intl's plugin has a native module that only one thread of a process can load.

/** Where a redirect leads from `path`. */
async function follow(path: string): Promise<{ destination: string; status: number | undefined } | null> {
  for (const redirect of (await config.redirects?.()) ?? []) {
    const pattern = redirect.source.replace(
      /:(\w+)(?:\(([^)]*)\))?/g,
      (_, name, only) => `(?<${name}>${only ?? '[^/]+'})`,
    )
    const found = new RegExp(`^${pattern}$`).exec(path)
    const destination = redirect.destination.replace(/:(\w+)/g, (_, name) => found?.groups?.[name] ?? '')
    if (found) return { destination, status: 'statusCode' in redirect ? redirect.statusCode : 308 }
  }
  return null
}

const id = '019ac5a2-0000-7000-8000-000000000000'

test.each([
  ['/administration/identity', '/administration/branding'],
  [`/applications/${id}/usage`, `/applications/${id}/traffic`],
  [`/applications/${id}/requests`, `/applications/${id}/traffic`],
  [`/applications/${id}/usage/export`, `/applications/${id}/traffic/export`],
  [`/applications/${id}/usage/${id}`, `/applications/${id}/requests/${id}`],
  [`/administration/applications/${id}/support`, `/administration/applications/${id}`],
  ['/administration/announcements/preview', '/administration/announcements'],
  ['/administration/terms/preview', '/administration/terms'],
  ['/review/statistics', '/review'],
  ['/docs/search', '/search'],
  ['/docs/search.json', '/search'],
])('the previous URL %s leads to %s', async (path, destination) => {
  expect(await follow(path)).toEqual({ destination, status: 308 })
})

test('the well-known address for a new password leads on', async () => {
  const destination = '/account/security'
  expect(await follow('/.well-known/change-password')).toEqual({ destination, status: 303 })
})

test('each route of the previous release is one of today, or leads to one', async () => {
  const today = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)(page|route)\.tsx?$/.test(file))
    .map((file) => `/${file}`.replaceAll(/\/\([^)]*\)/g, '').replace(/\/[^/]*$/, '') || '/')
  const concrete = (route: string) => route.replaceAll(/\[[^\]/]*\]+/g, id)
  const known = new Set(today.map(concrete))
  // git ls-tree -r --name-only 677ac391 -- app
  const previous = readFileSync('test/access/routes-0.2.0.txt', 'utf8').trim().split('\n')
  expect(previous.length).toBeGreaterThan(100)
  const lost = await Promise.all(
    previous.map(async (route) => {
      const path = concrete(route)
      return known.has(path) || known.has((await follow(path))?.destination ?? '') ? [] : [route]
    }),
  )
  expect(lost.flat()).toEqual([])
})

test('Next takes the largest form, which has room for the largest logo', () => {
  const { maxBytes } = uploadRoutes.branding
  expect(config.experimental?.serverActions?.bodySizeLimit).toBe(maxBytes)
  expect(maxBytes).toBeGreaterThan(2 * maxLogoBytes)
})
