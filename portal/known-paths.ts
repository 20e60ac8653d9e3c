import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Routes = { staticRoutes: { regex: string }[]; dynamicRoutes: { regex: string }[] }

/**
 * The paths of this build's pages and handlers. All count as known where there is no build, in development.
 * @param folder of the build
 */
export async function readKnownPaths(folder: string): Promise<(pathname: string) => boolean> {
  const text = await readFile(join(folder, 'routes-manifest.json'), 'utf8').catch(() => null)
  if (text === null) return () => true
  const { staticRoutes, dynamicRoutes }: Routes = JSON.parse(text)
  const known = [...staticRoutes, ...dynamicRoutes].map(({ regex }) => new RegExp(regex))
  return (pathname) => pathname.startsWith('/_next/') || known.some((each) => each.test(pathname))
}
