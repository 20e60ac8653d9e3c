import { expect, test } from 'vitest'
import { basicEnvironment } from '@/scripts/launch/spawn'
import { runNode } from '@/test/guichet'

test('tests with tags, with a database, and of pages run as StrykerJS runs them', async () => {
  const tests = ['portal/server.test.ts', 'app/other-developers.test.ts', 'gateway/start.test.ts']
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'trials/mutation/vitest.config.ts']
  const { code, out } = await runNode(vitest, {
    ...{ ...basicEnvironment(), NODE_ENV: 'test' as const },
    MUTATION_TESTS: tests.join(','),
  })
  expect(out).toMatch(/Test Files .*3 passed/)
  expect(code).toBe(0)
}, 180_000)
