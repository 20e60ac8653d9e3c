import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readKnownPaths } from './start'

test('the paths of a build are known, and all of them where there is no build', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-build-'))
  const routes = {
    staticRoutes: [{ regex: '^/docs(?:/)?$' }],
    dynamicRoutes: [{ regex: '^/applications/([^/]+?)(?:/)?$' }],
  }
  await writeFile(join(folder, 'routes-manifest.json'), JSON.stringify(routes))
  const isKnown = await readKnownPaths(folder)
  const paths = ['/docs', '/applications/1', '/_next/static/a.js', '/register', '/applications/1/2']
  expect(paths.map(isKnown)).toEqual([true, true, true, false, false])
  expect((await readKnownPaths(join(folder, 'none')))('/register')).toBe(true)
})
