import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@/scripts/launch/root'

/** The times of one page, in milliseconds. */
export type Timed = { path: string; p50: number; p95: number; bar: number }

const file = join(projectRoot, 'docs/evidence/server-times.md')
const head = `# Server times

Time from the request to the last byte of the response, on loopback: 200 requests one after the other, after 20 that do not
count, with 10,000 applications in each environment, 10,000 organisations, 1,000,000 recorded calls, and one application that is
called every minute for a month. Milliseconds. \`npm --prefix trials run measure -- pages\` writes these rows,
\`npm --prefix trials run measure -- queue\` those of the reviewers' queue, and with \`--rehearsals\` those of the queue while 100
rehearsals make 500 calls a second. Rows remain until they are measured again, so they are of different days and machines.

| page | p50 | p95 | bar |
| --- | ---: | ---: | ---: |
`

/**
 * Replaces the rows of the same pages in the table; the others remain as measured before.
 * @param meanwhile what happened while they were measured, if it was not nothing
 */
export function putTimes(timed: Timed[], meanwhile = ''): void {
  const rows = new Map(existsSync(file) ? readRows(readFileSync(file, 'utf8')) : [])
  for (const { path, p50, p95, bar } of timed) {
    const name = nameOf(path)
    rows.set(name + meanwhile, `| \`${name}\`${meanwhile} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${bar} |`)
  }
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
  writeFileSync(file, `${head}${sorted.join('\n')}\n`)
}

function readRows(text: string): [string, string][] {
  return [...text.matchAll(/^\| `([^`]+)`([^|]*) \|.*$/gm)].map(([row, name, meanwhile]) => [
    `${name}${meanwhile}`,
    row,
  ])
}

/** Ids and links differ from run to run. */
function nameOf(path: string): string {
  return path.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '[id]').replace(/x{43}/, '[link]')
}
