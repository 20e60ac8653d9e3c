import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { testOptions } from '../../vitest.config.ts'

// One project, as StrykerJS runs all tests in one worker.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const tests = (process.env.MUTATION_TESTS ?? '').split(',').filter(Boolean)
const setupPages = tests.some((file) => file.includes('.page.')) ? ['test/setup-pages.ts'] : []

export default defineConfig({
  root,
  resolve: { alias: { '@': root } },
  test: {
    ...testOptions,
    include: tests.map((file) => file.replace(/[()[\]]/g, '\\$&')),
    setupFiles: ['test/setup.ts', ...setupPages],
    globalSetup: ['test/server.ts', 'test/bundles.ts'],
  },
})
