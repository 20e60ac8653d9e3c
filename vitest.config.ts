import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { transformed } from './scripts/check/folders.ts'

// An odd offset (UTC+5:45), so that code that depends on local time fails here and not for a reader.
process.env.TZ = 'Asia/Kathmandu'
// One language more than the product's, so that code that depends on one of them fails here.
process.env.TEST_LANGUAGE = '1'

type Options = NonNullable<TestProjectInlineConfiguration['test']>

const server = 'test/server.ts'
const programs = [server, 'test/bundles.ts']

/**
 * The kinds of tests, in the order in which they run: what the end of a file's name says it needs. No suffix: neither a
 * database nor a program. Files of a kind share its workers and what these have loaded, unless they are isolated.
 */
const kinds: Record<string, Options> = {
  unit: {
    pool: 'threads',
    setupFiles: ['test/setup.ts', 'test/setup-unit.ts'],
    globalSetup: 'test/generated.ts',
  },
  // A page, or an action: Next's modules are replaced.
  page: { setupFiles: ['test/setup.ts', 'test/setup-pages.ts'], globalSetup: server },
  // Replaces modules itself (`vi.mock`).
  mock: { isolate: true, globalSetup: server },
  db: { globalSetup: server },
  // Starts programs.
  process: { globalSetup: programs },
  // Left to `npm run test:all`: slow, or in need of Debian's programs.
  slow: { isolate: true, globalSetup: programs, testTimeout: 240_000, hookTimeout: 240_000 },
  engine: { isolate: true, globalSetup: programs },
}

const suffixes = Object.keys(kinds).filter((kind) => kind !== 'unit')

/** Within a kind, what takes longest comes first, so that no core is idle at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    return (await super.sort(files)).sort((one, other) => order(one) - order(other))
  }
}

const testOptions = {
  environment: 'node',
  // On a busy machine only a test that hangs fails.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 45_000, interval: 20 } },
  // What the gate leaves out of a file that it runs otherwise.
  tags: [{ name: 'slow' }],
} satisfies Options

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    ...testOptions,
    setupFiles: ['test/setup.ts'],
    // The kinds transform the same modules: `npm test` begins with none.
    experimental: { fsModuleCache: true, fsModuleCachePath: transformed },
    sequence: { sequencer: LongFirst },
    projects: Object.entries(kinds).map(([name, options], groupOrder) => ({
      extends: true,
      test: {
        // No more workers than cores: each loads the modules itself.
        pool: 'forks',
        isolate: false,
        maxWorkers: 2,
        include: [`**/*${name === 'unit' ? '' : `.${name}`}.test.{ts,tsx}`],
        exclude: [
          '**/node_modules/**',
          '.*/**',
          ...(name === 'unit' ? suffixes.map((suffix) => `**/*.${suffix}.test.*`) : []),
        ],
        name,
        sequence: { groupOrder },
        ...options,
      },
    })),
  },
})
