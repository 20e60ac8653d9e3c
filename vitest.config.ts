import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { transformed } from './scripts/check/folders.ts'
import { loadsPages, type ProjectName, sortTests } from './scripts/check/projects.ts'

// An odd offset (UTC+5:45), so that code that depends on local time fails here and not for a reader.
process.env.TZ = 'Asia/Kathmandu'

const tests = sortTests()

type Options = NonNullable<TestProjectInlineConfiguration['test']>

/** No more workers than cores: each loads the modules itself, and another step runs at the same time. */
const shared: Options = { pool: 'forks', isolate: false, maxWorkers: 2 }

/** Files that load pages take longest, and isolated ones start a process each: at the end, they would leave cores idle. */
class ShortLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kinds = ['pages', 'isolated', undefined]
    const orderOf = ({ project: { name, config } }: TestSpecification) =>
      config.sequence.groupOrder * kinds.length + kinds.indexOf(name.split('-')[1])
    return (await super.sort(files)).sort((one, other) => orderOf(one) - orderOf(other))
  }
}

/**
 * The kinds of tests run one after the other, so that the files of one share its workers and what these have loaded.
 * A file that replaces modules (`vi.mock`) has a worker of its own; those that load pages or call actions share workers
 * in which Next's modules are replaced.
 */
function projects(name: ProjectName, groupOrder: number, options: Options): TestProjectInlineConfiguration[] {
  const files: Record<string, string[]> = { [name]: [], [`${name}-pages`]: [], [`${name}-isolated`]: [] }
  for (const file of tests[name]) {
    const mocks = readFileSync(file, 'utf8').includes('vi.mock(')
    const kind = mocks ? `${name}-isolated` : loadsPages(file) ? `${name}-pages` : name
    files[kind]?.push(file.replace(/[()[\]]/g, '\\$&'))
  }
  const project = (named: string, more: Options) => ({
    extends: true as const,
    test: {
      ...shared,
      ...options,
      globalSetup: globalSetups[name],
      name: named,
      include: files[named] ?? [],
      sequence: { groupOrder },
      ...more,
    },
  })
  return [
    project(name, {}),
    project(`${name}-pages`, { setupFiles: 'test/setup-pages.ts' }),
    project(`${name}-isolated`, { isolate: true }),
  ].filter(({ test: { include } }) => include.length > 0)
}

/** Those of mutation tests as well. */
export const testOptions = {
  environment: 'node',
  // On a busy machine only a test that hangs fails.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000, interval: 20 } },
  // What the gate leaves out of a file that it runs otherwise.
  tags: [{ name: 'slow' }],
} satisfies Options

const programs = ['test/server.ts', 'test/bundles.ts']

/** What must be there before the first test of a project. */
export const globalSetups: Record<ProjectName, string[]> = {
  unit: ['test/generated.ts'],
  database: ['test/server.ts'],
  processes: programs,
  slow: programs,
  engines: programs,
}

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    ...testOptions,
    setupFiles: ['test/setup.ts'],
    // The projects transform the same modules: `npm test` begins with none.
    experimental: { fsModuleCache: true, fsModuleCachePath: transformed },
    sequence: { sequencer: ShortLast },
    projects: [
      ...projects('unit', 1, { pool: 'threads', setupFiles: ['test/setup.ts', 'test/setup-unit.ts'] }),
      ...projects('database', 2, {}),
      ...projects('processes', 3, {}),
      ...projects('slow', 4, { isolate: true }),
      ...projects('engines', 5, { isolate: true }),
    ],
  },
})
