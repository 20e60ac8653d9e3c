import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { type ProjectName, sortTests } from './scripts/check/projects.ts'

// An odd offset (UTC+5:45), so that code that depends on local time fails here and not for a reader.
process.env.TZ = 'Asia/Kathmandu'

const tests = sortTests()

type Options = NonNullable<TestProjectInlineConfiguration['test']>

/**
 * The kinds of tests run one after the other, so that the files of one share its workers and what these have loaded.
 * A file that replaces modules (`vi.mock`) has a worker of its own.
 */
function projects(name: ProjectName, groupOrder: number, options: Options): TestProjectInlineConfiguration[] {
  const mocks = tests[name].filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))
  const others = tests[name].filter((file) => !mocks.includes(file))
  const project = (named: string, files: string[], more: Options) => ({
    extends: true as const,
    test: {
      ...options,
      name: named,
      include: files.map((file) => file.replace(/[()[\]]/g, '\\$&')),
      sequence: { groupOrder },
      ...more,
    },
  })
  return [
    project(name, others, {}),
    ...(mocks.length > 0 ? [project(`${name}-isolated`, mocks, { isolate: true })] : []),
  ]
}

const shared: Options = { pool: 'forks', isolate: false, globalSetup: 'test/server.ts' }
const programs: Options = { ...shared, isolate: true, globalSetup: ['test/server.ts', 'test/bundles.ts'] }

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    environment: 'node',
    setupFiles: ['test/setup.ts'],
    // On a busy machine only a test that hangs fails.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      ...projects('unit', 1, {
        ...{ pool: 'threads', isolate: false, maxWorkers: 2, globalSetup: 'test/generated.ts' },
        setupFiles: ['test/setup.ts', 'test/setup-unit.ts'],
      }),
      // More workers than cores: these wait for timers and for the database.
      ...projects('database', 2, { ...shared, maxWorkers: 4 }),
      ...projects('processes', 3, { ...programs, maxWorkers: 3 }),
      ...projects('engines', 4, { ...programs, maxWorkers: 2 }),
    ],
  },
})
