import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '@/scripts/launch/root'
import { say } from '@/scripts/launch/start/console'
import { keepTestServer, testServerUrl } from '@/test/postgres'
import { installPackages, packages } from './packages'

const usage = `npm --prefix trials run mutate -- FILE TEST…   whether these tests notice mutants of a file (docs/evidence/mutation.md)`

const [file, ...tests] = process.argv.slice(2)
if (!file || tests.length === 0) say(usage)
else process.exitCode = await mutate(file, tests)

async function mutate(file: string, tests: string[]): Promise<number> {
  installPackages()
  // One PostgreSQL for all mutants, as each copy that StrykerJS makes would start one.
  const stop = await keepTestServer()
  const stryker = join(packages, '@stryker-mutator/core/bin/stryker.js')
  const { status } = spawnSync(
    'npm',
    // StrykerJS needs Node 22.
    [
      'exec',
      '--yes',
      `--package=node-${process.platform}-${process.arch}@22.23.3`,
      '--',
      'node',
      stryker,
      'run',
      'trials/mutation/stryker.config.mjs',
    ],
    {
      cwd: projectRoot,
      stdio: 'inherit',
      env: {
        ...process.env,
        MUTATION_FILE: file,
        MUTATION_TESTS: tests.join(','),
        TEST_DATABASE_SERVER_URL: testServerUrl(),
      },
    },
  )
  await stop()
  return status ?? 1
}
