import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '@/scripts/launch/root'
import { walkRoutes } from '@/test/access/walk'
import { findUploadRoute, maxLogoBytes, type UploadRoute, uploadRoutes } from './uploads'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
/** Handlers of POST that read no body, or a text of a few kilobytes, as any form may have. */
const others = ['/commands', '/oidc/back-channel-logout', '/oidc/link']

test('every handler that receives a body is declared, and every declared route exists', () => {
  const receiving = walkRoutes().filter(({ methods }) => methods.some((each) => /POST|PUT|PATCH/.test(each)))
  const handled = Object.values<UploadRoute>(uploadRoutes).filter((each) => each.streamed || each.program)
  expect(receiving.map(({ path }) => path).sort()).toEqual(
    [...handled.map(({ path }) => path), ...others].sort(),
  )
  expect(walkRoutes().map(({ path }) => path)).toContain(uploadRoutes.branding.path)
})

test('a route is found by its URL', () => {
  for (const route of Object.values(uploadRoutes))
    expect(findUploadRoute(route.path.replace(/\[[.\w]+\]/, '0190')), route.path).toBe(route)
  for (const path of [
    '/',
    '/applications/1/2/validation/documents',
    '/organisations/1/documents/2',
    '/x/administration/branding',
  ])
    expect(findUploadRoute(path), path).toBeNull()
})

test('the documents name these limits', () => {
  const mebibytes = (bytes: number) => bytes / 1024 / 1024
  expect(read('docs/operations/accounts.md')).toContain(
    `up to ${mebibytes(uploadRoutes.accounts.maxBytes)} MiB`,
  )
  expect(read('docs/operations/branding.md')).toContain(`up to ${maxLogoBytes / 1024} KiB`)
})
