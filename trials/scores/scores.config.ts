import { defineConfig } from '@playwright/test'
import journeys from '../../playwright.config'

/** Runs Lighthouse on the pages of the journeys' product, one at a time. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: '../../.test/scores-results',
  reporter: 'list',
  workers: 1,
  timeout: 3_600_000,
  projects: [
    { name: 'reviewer', testDir: '../../e2e', testMatch: /reviewer\.setup\.ts$/ },
    { name: 'scores', testMatch: /scores\.ts$/, dependencies: ['reviewer'] },
  ],
})
