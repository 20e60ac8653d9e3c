import { parseArgs } from 'node:util'
import { projectRoot } from '../launch/root'
import { buildTarget } from './folders'
import { weighEmptyPage } from './weight/empty-page'
import { weighPages } from './weight/first-load'
import { judge } from './weight/limits'

// How much JavaScript each page loads at first, compared with an empty page of the same framework; too much fails.
const { values } = parseArgs({ options: { dist: { type: 'string' } } })
const empty = await weighEmptyPage()
const pages = weighPages(projectRoot, values.dist ?? buildTarget.distDir)
  .map((weight) => judge(weight, empty))
  .sort((a, b) => b.above - a.above)
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
