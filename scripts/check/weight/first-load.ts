import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** `page` as a route is written (`/docs/errors/[code]`), and the gzipped size of the scripts of its first load. */
export type Weight = { page: string; bytes: number }

type RouteStats = { route: string; firstLoadChunkPaths: string[] }

/**
 * Weighs the scripts that a modern browser loads with each page before anyone uses it, as `next build` lists them: the
 * framework's files and those of the page and its layouts. The polyfills for older browsers are not among them.
 * @param project the folder that was built
 * @param distDir where the build is, relative to `project`
 */
export function weighPages(project: string, distDir: string): Weight[] {
  const stats = join(project, distDir, 'diagnostics', 'route-bundle-stats.json')
  const sizes = new Map<string, number>()
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(join(project, file))).length
    sizes.set(file, size)
    return size
  }
  return (JSON.parse(readFileSync(stats, 'utf8')) as RouteStats[]).map(({ route, firstLoadChunkPaths }) => ({
    page: route,
    bytes: firstLoadChunkPaths.reduce((sum, file) => sum + sizeOf(file), 0),
  }))
}
