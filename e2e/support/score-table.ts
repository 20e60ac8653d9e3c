import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@/scripts/root'
import { runs, type Scores } from './lighthouse'
import type { Visitor } from './walk'

const rows: string[] = []
const about = {
  stranger: 'open to all',
  developer: 'developer',
  reviewer: 'reviewer, administrator',
}

export function keepScores(route: string, visitor: Visitor, { figures }: Scores): void {
  const { performance, accessibility, 'best-practices': practices, seo } = figures
  const found = visitor === 'stranger' ? seo : ''
  rows.push(
    `| \`${route}\` | ${about[visitor]} | ${performance} | ${accessibility} | ${practices} | ${found} |`,
  )
}

/** Writes what was judged to docs/scores.md. */
export function writeScores(): void {
  const text = `# Page scores

Lighthouse 12, desktop preset, median of ${runs} runs of each page, in the Chromium of the machine that ran
\`npm run scores\` on ${new Date().toISOString().slice(0, 10)} (${cpus().length} cores, ${loadavg()[2]?.toFixed(1)} programs waiting for them on average). It writes this file, and fails
below 95 for performance, 100 for accessibility and best practices, and 100 for SEO on pages that are open to all.

The product, the browser and Lighthouse share the machine with whatever else runs there, and performance falls by what
that takes: a page below its bar is judged by as many runs once more. Run it on a machine that does nothing else.

| page | for | performance | accessibility | best practices | SEO |
| --- | --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`
  writeFileSync(join(projectRoot, 'docs', 'scores.md'), text)
}
