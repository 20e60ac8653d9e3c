import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { transformed } from './scripts/check/folders.ts'
import { type ProjectName, sortTests } from './scripts/check/projects.ts'

// An odd offset (UTC+5:45), so that code that depends on local time fails here and not for a reader.
process.env.TZ = 'Asia/Kathmandu'

const tests = sortTests()

type Options = NonNullable<TestProjectInlineConfiguration['test']>

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
    const source = readFileSync(file, 'utf8')
    const calls = /test\/walls\/(load-page|next-request)'/.test(source)
    const kind = source.includes('vi.mock(') ? `${name}-isolated` : calls ? `${name}-pages` : name
    files[kind]?.push(file.replace(/[()[\]]/g, '\\$&'))
  }
  const project = (named: string, more: Options) => ({
    extends: true as const,
    test: { ...options, name: named, include: files[named] ?? [], sequence: { groupOrder }, ...more },
  })
  return [
    project(name, {}),
    project(`${name}-pages`, { setupFiles: 'test/setup-pages.ts' }),
    project(`${name}-isolated`, { isolate: true }),
  ].filter(({ test: { include } }) => include.length > 0)
}

const shared: Options = { pool: 'forks', isolate: false, globalSetup: 'test/server.ts' }
const programs: Options = { ...shared, globalSetup: ['test/server.ts', 'test/bundles.ts'] }

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    environment: 'node',
    setupFiles: ['test/setup.ts'],
    // On a busy machine only a test that hangs fails.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    // The projects transform the same modules: `npm test` begins with none.
    experimental: { fsModuleCache: true, fsModuleCachePath: transformed },
    // What the gate leaves out of a file that it runs otherwise.
    tags: [{ name: 'slow' }],
    sequence: { sequencer: ShortLast },
    projects: [
      ...projects('unit', 1, {
        ...{ pool: 'threads', isolate: false, maxWorkers: 2, globalSetup: 'test/generated.ts' },
        setupFiles: ['test/setup.ts', 'test/setup-unit.ts'],
      }),
      // No more workers than cores: each loads the modules itself, and another step runs at the same time.
      ...projects('database', 2, { ...shared, maxWorkers: 2 }),
      ...projects('processes', 3, { ...programs, maxWorkers: 2 }),
      ...projects('slow', 4, { ...programs, isolate: true, maxWorkers: 2 }),
      ...projects('engines', 5, { ...programs, isolate: true, maxWorkers: 2 }),
    ],
  },
})
