// For one file at a time: trials/mutate.ts sets these variables.
const { MUTATION_FILE = '' } = process.env

export default {
  mutate: [MUTATION_FILE.replace(/[()[\]]/g, '[$&]')],
  testRunner: 'vitest',
  vitest: { configFile: 'trials/mutation/vitest.config.ts', related: false, pool: 'forks' },
  plugins: ['@stryker-mutator/vitest-runner'],
  // One worker: the tests wait for their database, and leave the other cores to it.
  concurrency: 1,
  // It would put a comment above `'use server'`, by which tests know actions.
  disableTypeChecks: false,
  timeoutMS: 30_000,
  timeoutFactor: 3,
  // The files that no mutated file or its tests read; `generated/` is needed although git ignores it.
  ignorePatterns: ['.*', '!.npmrc', 'docs', 'public', 'e2e', 'ops', 'trials/bench'],
  tempDirName: '.test/mutation',
  reporters: ['clear-text'],
}
