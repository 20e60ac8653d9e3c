import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'
import { findBrowser } from './scripts/check/browser'
import { findFreePorts } from './scripts/check/ports'

// Once: workers, which read this again, inherit it.
process.env.JOURNEYS_FIRST_PORT ??= String(await findFreePorts())
const { portal } = await import('./e2e/support/addresses')

/** `gate`: without the journeys tagged `@slow`; `slow`: only those; by default all. */
const chosen = { gate: { grepInvert: /@slow/ }, slow: { grep: /@slow/ } }[process.env.JOURNEYS ?? ''] ?? {}

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.test/journeys-results',
  fullyParallel: true,
  // One more than cores: journeys wait for mails and for pages.
  workers: 3,
  forbidOnly: true,
  // A slow journey may fail by itself: discarding a run of twenty minutes for it shows less than naming it as flaky.
  retries: process.env.JOURNEYS === 'slow' ? 1 : 0,
  // On a busy machine only a journey that hangs fails.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: `.test/reports/journeys-${process.env.JOURNEYS ?? 'all'}.json` }],
  ],
  use: {
    baseURL: portal,
    locale: 'en-GB',
    timezoneId: 'Asia/Kathmandu',
    launchOptions: {
      executablePath: findBrowser() ?? undefined,
      // Chromium's own sandbox does not work for root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  webServer: {
    name: 'product',
    cwd: import.meta.dirname,
    command: `"${process.execPath}" --import tsx e2e/support/product.ts`,
    url: `${portal}/readyz`,
    timeout: 300_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGINT', timeout: 60_000 },
  },
  projects: [
    ...projects(),
    // One of its four takes longer than starting two more workers saves.
    { name: 'logs', testMatch: /logs\.teardown\.ts$/, workers: 1 },
  ],
})

function projects(): NonNullable<PlaywrightTestConfig['projects']> {
  const teardown = 'logs'
  // How pages look is compared by the step `looks`.
  if (process.env.LOOKS) return [{ name: 'looks', teardown, testMatch: /looks\.spec\.ts$/ }]
  const operator = /operator-[\w-]+\.spec\.ts$/
  return [
    { name: 'journeys', teardown, ...chosen, testIgnore: [/looks\.spec/, operator] },
    // These change the whole installation, so they run last, one after another.
    { name: 'operator', teardown, ...chosen, testMatch: operator, dependencies: ['journeys'], workers: 1 },
  ]
}
