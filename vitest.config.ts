import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// An odd offset (UTC+5:45), so that code that leans on local time fails here and not at a reader's desk.
process.env.TZ = 'Asia/Kathmandu'

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    environment: 'node',
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['node_modules/**', 'e2e/**', 'bench/**', '**/.next*/**', '.build*/**', '.test/**'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
