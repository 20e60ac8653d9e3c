import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// One project, as StrykerJS runs all tests in one worker. trials/mutate.ts says which ones, and whether they need PostgreSQL.
process.env.TZ = 'Asia/Kathmandu'
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

export default defineConfig({
  root,
  resolve: { alias: { '@': root } },
  test: {
    environment: 'node',
    include: (process.env.MUTATION_TESTS ?? '').replace(/[()[\]]/g, '\\$&').split(','),
    setupFiles: ['test/setup.ts'],
    globalSetup: process.env.TEST_DATABASE_SERVER_URL ? 'test/server.ts' : 'test/generated.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
