import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config'

const { webServer, ...rest } = journeys

/** Takes the pictures of the documentation from a demo that starts with them. */
export default defineConfig({
  ...rest,
  testDir: '.',
  outputDir: '../.test/pictures-results',
  reporter: 'list',
  workers: 1,
  timeout: 180_000,
  use: { ...rest.use, viewport: { width: 1200, height: 800 }, colorScheme: 'light', timezoneId: 'UTC' },
  projects: [{ name: 'pictures', testMatch: /pictures\.ts$/ }],
  webServer: [webServer ?? []].flat().map((product) => ({
    ...product,
    command: `${product.command} --demo`,
    timeout: 240_000,
  })),
})
