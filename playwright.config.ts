import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { portal } from './e2e/support/addresses'
import { findBrowser } from './scripts/check/browser'

const results = '.test/journeys-results'

/** `gate`: without the journeys tagged `@slow`; `slow`: only those; `operator`: without waiting for others; by default all. */
const chosen = { gate: { grepInvert: /@slow/ }, slow: { grep: /@slow/ } }[process.env.JOURNEYS ?? ''] ?? {}

export default defineConfig({
  testDir: 'e2e',
  outputDir: results,
  fullyParallel: true,
  // One more than cores: journeys wait for mails and for pages.
  workers: 3,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: join(results, 'report.json') }]],
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
    timeout: 120_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGINT', timeout: 20_000 },
  },
  projects: [
    {
      name: 'journeys',
      ...chosen,
      // How pages look is compared by `npm --prefix trials run looks`.
      ...(process.env.LOOKS
        ? { testMatch: /looks\.spec\.ts$/ }
        : { testMatch: /\.spec\.ts$/, testIgnore: /looks\.spec|operator-[\w-]+\.spec/ }),
      teardown: 'logs',
    },
    // These change the whole installation, so they run last, one after another.
    ...(process.env.LOOKS
      ? []
      : [
          {
            name: 'operator',
            ...chosen,
            testMatch: /operator-[\w-]+\.spec\.ts$/,
            dependencies: process.env.JOURNEYS === 'operator' ? [] : ['journeys'],
            teardown: 'logs',
            workers: 1,
          },
        ]),
    // One of its four takes longer than starting two more workers saves.
    { name: 'logs', testMatch: /logs\.teardown\.ts$/, workers: 1 },
  ],
})
