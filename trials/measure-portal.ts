import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPool } from '@/lib/pool'
import { testFolder } from '@/scripts/check/folders'
import { buildAll, defaultTarget } from '@/scripts/launch/build/build'
import { takeLock } from '@/scripts/launch/lock.mjs'
import { say } from '@/scripts/launch/start/console'
import { end, listenForEnd, stopLater } from '@/scripts/launch/start/shutdown'
import { type Amounts, fill } from './measure/fill'
import { measureHousekeeping } from './measure/housekeeping'
import { measureImport } from './measure/import'
import { groups } from './measure/pages'
import { describeRehearsals, startRehearsals } from './measure/rehearsals'
import { startDatabase, startPortal } from './measure/setting'
import { putTimes, type Timed } from './measure/times-report'
import { type Counts, timePage } from './measure/timing'

const usage = `npm --prefix trials run measure                how fast the portal answers, with a full database: every group of pages
npm --prefix trials run measure -- queue       only the reviewers' queue (or: pages)
npm --prefix trials run measure -- queue --rehearsals   the queue while 100 rehearsals make 500 calls a second
npm --prefix trials run measure -- housekeeping [--rows 1000000]  removes that many old rows while a gateway answers
npm --prefix trials run measure -- pages --match usage   only the pages whose address fits this expression
npm --prefix trials run measure -- import [--rows 1000000]  imports that many accounts while a gateway answers, and kills one import
npm --prefix trials run measure -- --quick     a hundredth of the data and fewer requests, to see that it works
npm --prefix trials run measure -- --no-build  the portal as it was built last
What is measured with all data goes into docs/evidence/server-times.md.`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    match: { type: 'string', default: '' },
    'no-build': { type: 'boolean' },
    rehearsals: { type: 'boolean' },
    rows: { type: 'string', default: '1000000' },
    help: { type: 'boolean' },
  },
})

/** The database's work apart from serving. */
const loads: Record<string, (rows: number) => Promise<number>> = {
  housekeeping: measureHousekeeping,
  import: measureImport,
}

listenForEnd()
await end(await main().catch(report))

async function main(): Promise<number> {
  const unknown = positionals.find((name) => !groups[name] && !loads[name])
  if (unknown) say(`There is no group ${unknown}.`)
  if (options.help || unknown) {
    say(usage)
    return unknown ? 1 : 0
  }
  const amounts: Amounts = options.quick
    ? { submissions: 100, applications: 100, organisations: 100, calls: 10_000 }
    : { submissions: 10_000, applications: 10_000, organisations: 10_000, calls: 1_000_000 }
  mkdirSync(testFolder, { recursive: true })
  const lock = await takeLock(join(testFolder, 'measure.lock'), 0)
  if ('holder' in lock) {
    say(`Another npm --prefix trials run measure runs here already, as process ${lock.holder}.`)
    return 1
  }
  stopLater(lock.release)
  const load = loads[positionals[0] ?? '']
  if (load) return load(Number(options.rows))
  if (!options['no-build']) await buildAll(defaultTarget)
  const database = await startDatabase()
  say(
    `Filling: ${amounts.submissions} submissions with their Production applications, ` +
      `${amounts.applications} Sandbox applications, ${amounts.organisations} organisations, ${amounts.calls} recorded calls.`,
  )
  const worker = createPool(database.installation.databases.worker, 1, 'guichet-worker')
  await fill(database.client, worker, amounts)
  await worker.end()
  const portal = await startPortal(database, defaultTarget)
  if (!options.rehearsals) return measure(portal)
  const rehearsals = await startRehearsals(database, defaultTarget)
  const code = await measure(portal)
  say(await describeRehearsals(rehearsals))
  return code
}

/** @returns 1 if a page is slower than its limit, or no page */
async function measure({
  address,
  metrics,
  cookies,
  filled,
}: Awaited<ReturnType<typeof startPortal>>): Promise<number> {
  const counts: Counts = options.quick ? { warmUps: 3, requests: 20 } : { warmUps: 20, requests: 200 }
  say(
    `${counts.warmUps} warm-ups and ${counts.requests} requests of each page, one after the other; milliseconds.`,
  )
  say(row('page', 'p50', 'p95', 'bar', 'ratio', 'cpu'))
  const timed: Timed[] = []
  let failed = 0
  for (const name of positionals.length > 0 ? positionals : Object.keys(groups))
    for (const { path, visitor, bar } of groups[name]?.(filled) ?? []) {
      if (!new RegExp(options.match).test(path)) continue
      const timing = await timePage(address + path, cookies[visitor], counts, metrics).catch(String)
      if (typeof timing === 'string') {
        say(timing)
        failed += 1
        continue
      }
      const { p50, p95, cpu } = timing
      timed.push({ path, p50, p95, bar })
      say(row(path, p50.toFixed(1), p95.toFixed(1), String(bar), (p95 / bar).toFixed(2), cpu.toFixed(1)))
    }
  if (!options.quick) putTimes(timed, options.rehearsals ? ' during rehearsals' : '')
  return failed > 0 || timed.some(({ p95, bar }) => p95 > bar) ? 1 : 0
}

function row(path: string, ...figures: string[]): string {
  return path.padEnd(54) + figures.map((figure) => figure.padStart(8)).join('')
}

function report(error: unknown): number {
  console.error(error)
  return 1
}
