import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { runNode } from '@/scripts/launch/build/run'
import { projectRoot } from '../launch/root'
import { buildTarget, testFolder } from './folders'

// How much JavaScript each page loads at first, compared with an empty page of the same framework; too much fails.
const { values } = parseArgs({ options: { dist: { type: 'string' } } })

const folder = join(testFolder, 'empty-page')

const files = {
  'app/layout.js':
    'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }\n',
  'app/page.js': 'export default function Page() { return <main>Empty</main> }\n',
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(projectRoot)} } }\n`,
  'package.json': '{ "private": true, "type": "module" }\n',
}

const empty = await weighEmptyPage()

/**
 * The gzipped bytes that an empty page of the installed Next and React loads: the baseline for ours. It is built once
 * for each version of them.
 */
async function weighEmptyPage(): Promise<number> {
  const versions = ['next', 'react', 'react-dom'].map(versionOf).join(' ')
  const marker = join(folder, 'made-from')
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== versions) {
    mkdirSync(join(folder, 'app'), { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', __NEXT_PROCESSED_ENV: 'true' }
    await runNode('The build of an empty page', ['node_modules/next/dist/bin/next', 'build', folder], env)
    writeFileSync(marker, versions)
  }
  const page = weighPages(folder, '.next').find((each) => each.page === '/')
  if (!page) throw new Error('The empty page was not built.')
  return page.bytes
}

function versionOf(name: string): string {
  const path = join(projectRoot, 'node_modules', name, 'package.json')
  return `${name} ${JSON.parse(readFileSync(path, 'utf8')).version}`
}

// With what shows that a form was lost, which could not be loaded by then (decision 68), but without the dialog of a
// confirmation, which is loaded when a form first asks. The reference, whose calls are forms, is the
// heaviest.
const publicLimit = 16_200
const signedInLimit = 60_000

/** Public pages, by the beginning of their URL. All others are for signed-in people. */
const open =
  /^\/(?:$|docs|status|sign-|activate|forgot-password|reset-password|invitation|change-email|_not-found)/

const pages = weighPages(projectRoot, values.dist ?? buildTarget.distDir)
  .map((weight) => judge(weight, empty))
  .sort((a, b) => b.above - a.above)

/** A page with its limit, bytes above an empty page. */
type Judged = Weight & { above: number; limit: number }

function judge(weight: Weight, empty: number): Judged {
  const limit = open.test(weight.page) ? publicLimit : signedInLimit
  return { ...weight, above: weight.bytes - empty, limit }
}

/** `page` as a route is written (`/docs/errors/[code]`), and the gzipped size of the scripts of its first load. */
type Weight = { page: string; bytes: number }

type RouteStats = { route: string; firstLoadChunkPaths: string[] }

/**
 * Weighs the scripts that a modern browser loads with each page before anyone uses it, as `next build` lists them: the
 * framework's files and those of the page and its layouts. The polyfills for older browsers are not among them.
 * @param project the folder that was built
 * @param distDir where the build is, relative to `project`
 */
function weighPages(project: string, distDir: string): Weight[] {
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

say(`An empty page loads ${inKilobytes(empty)} kB of JavaScript, gzipped. Above it:`)
for (const { page, above, limit } of pages)
  say(`${inKilobytes(above).padStart(7)} of ${String(limit / 1000).padStart(4)} kB  ${page}`)
const heavy = pages.filter(({ above, limit }) => above > limit)
if (heavy.length > 0) say(`Too much: ${heavy.map(({ page }) => page).join(', ')}`)
// Measuring no page at all would be a bug in this check.
if (heavy.length > 0 || pages.length < 10) process.exitCode = 1

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function inKilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
