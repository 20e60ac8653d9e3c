import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config'

/** Measures the way to the first balance in the journeys' product, with nothing else running. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: '../.test/first-call-results',
  reporter: 'list',
  workers: 1,
  projects: [{ name: 'first call', testMatch: /first-call\.ts$/ }],
})
