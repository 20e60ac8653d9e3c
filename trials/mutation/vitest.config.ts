import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { loadsPages, projectOf } from '../../scripts/check/projects.ts'
import { globalSetups, testOptions } from '../../vitest.config.ts'

// One project, as StrykerJS runs all tests in one worker; `npm --prefix trials run mutate` says which ones.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const tests = (process.env.MUTATION_TESTS ?? '').split(',').filter(Boolean)

export default defineConfig({
  root,
  resolve: { alias: { '@': root } },
  test: {
    ...testOptions,
    include: tests.map((file) => file.replace(/[()[\]]/g, '\\$&')),
    setupFiles: ['test/setup.ts', ...(tests.some(loadsPages) ? ['test/setup-pages.ts'] : [])],
    globalSetup: [...new Set(tests.map(projectOf).flatMap((project) => globalSetups[project]))],
  },
})
