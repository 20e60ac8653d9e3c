import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config'

/** Takes the pictures of the documentation from the journeys' product. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: '../.test/pictures-results',
  reporter: 'list',
  use: { ...journeys.use, viewport: { width: 1200, height: 800 }, colorScheme: 'light', timezoneId: 'UTC' },
  projects: [
    { name: 'reviewer', testMatch: /reviewer\.setup\.ts$/ },
    { name: 'pictures', testMatch: /pictures\.ts$/, dependencies: ['reviewer'] },
  ],
})
