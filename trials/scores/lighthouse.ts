import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { findBrowser } from '@/scripts/check/browser'
import { packages } from '../packages'
import { median } from '../statistics'

type Flags = { port: number; logLevel: 'error'; extraHeaders: Record<string, string> }
type Result = {
  categories: Record<
    string,
    { id: string; score: number | null; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<string, { score: number | null }>
  runtimeError?: { message: string }
}
type Lighthouse = {
  default(url: string, flags: Flags, config: unknown): Promise<{ lhr: Result } | undefined>
  desktopConfig: unknown
}

/** By its path: the types of the project are checked where the packages of trials are not installed. */
const loadLighthouse = (): Promise<Lighthouse> =>
  import(pathToFileURL(join(packages, 'lighthouse/core/index.js')).href)

/** The medians by category, 0 to 100, and the audits that cost points. */
export type Scores = { figures: Record<string, number>; misses: string[] }

/** How often each page is measured. */
export const runs = Number(process.env.SCORES_RUNS ?? 3)
const port = Number(process.env.SCORES_BROWSER_PORT ?? 9333)

/** A separate browser for Lighthouse, which connects to it through a port. */
export async function startJudge(): Promise<{ port: number; stop: () => Promise<void> }> {
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: [`--remote-debugging-port=${port}`, ...root],
  })
  return { port, stop: () => browser.close() }
}

/** Lighthouse's desktop scores of one page, opened with these cookies: the median of three runs. */
export async function judgePage(
  browserPort: number,
  url: string,
  cookies: { name: string; value: string }[],
): Promise<Scores> {
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const all: Record<string, number>[] = []
  const misses = new Set<string>()
  for (let run = 0; run < runs; run += 1) {
    const { categories, audits } = await look(url, {
      port: browserPort,
      logLevel: 'error',
      extraHeaders: Cookie ? { Cookie } : {},
    })
    all.push(
      Object.fromEntries(
        Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
      ),
    )
    for (const { auditRefs } of Object.values(categories))
      for (const { id, weight } of auditRefs) if (weight > 0 && (audits[id]?.score ?? 1) < 0.9) misses.add(id)
  }
  const names = Object.keys(all[0] ?? {})
  return {
    figures: Object.fromEntries(names.map((name) => [name, median(all.map((each) => each[name] ?? 0))])),
    misses: [...misses],
  }
}

/** One run. On a busy machine Lighthouse occasionally sees a page too late, and runs again. */
async function look(url: string, flags: Flags, tries = 3): Promise<Result> {
  const { default: lighthouse, desktopConfig } = await loadLighthouse()
  const result = await lighthouse(url, flags, desktopConfig)
  if (result && !result.lhr.runtimeError) return result.lhr
  if (tries === 1)
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'Lighthouse reported nothing'}`)
  return look(url, flags, tries - 1)
}
