import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@/scripts/launch/root'
import type { Visitor } from '@/test/walls/routes'
import { listRoutes } from '../../e2e/support/walk'
import { runs, type Scores } from './lighthouse'

const file = join(projectRoot, 'docs/evidence/scores.md')
const about = {
  stranger: 'open to all',
  developer: 'developer',
  reviewer: 'reviewer, administrator',
}

/** Writes one page's scores to docs/evidence/scores.md, where the others keep their last ones as long as they exist. */
export function keepScores(route: string, visitor: Visitor, { figures }: Scores): void {
  const { performance, accessibility, 'best-practices': practices, seo } = figures
  const found = visitor === 'stranger' ? seo : ''
  const waiting = ((loadavg()[0] ?? 0) / cpus().length).toFixed(1)
  const rows = readRows()
  rows.set(
    `\`${route}\``,
    `| \`${route}\` | ${about[visitor]} | ${performance} | ${accessibility} | ${practices} | ${found} | ${runs} | ${waiting} |`,
  )
  writeFileSync(file, makeTable([...rows.values()]))
}

function readRows(): Map<string, string> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const routes = (['stranger', 'developer', 'reviewer'] as const).flatMap(listRoutes)
  const rows = [...text.matchAll(/^\| (`([^`]+)`) .*$/gm)]
  return new Map(
    rows.filter(([, , route = '']) => routes.includes(route)).map(([row, name = '']) => [name, row]),
  )
}

function makeTable(rows: string[]): string {
  return `# Page scores

Lighthouse 12, desktop preset, each page by itself in Chromium: medians. \`npm --prefix trials run scores\` writes this file row by row, and
fails below 95 for performance, 100 for accessibility and best practices, and 100 for SEO on pages that are open to all.

Performance drops with other load on the machine: \`load\` is how many programs wanted each processor in the
last minute. Above 1 the score is a lower bound. A page below its limit is measured again with as many runs.

| page | for | performance | accessibility | best practices | SEO | runs | load |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`
}
