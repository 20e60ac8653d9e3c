// The steps of `npm test` and its like, by name: a command with the programs of node_modules, what has to have
// succeeded before (`after`), and what it may not run next to (`behind`).
const vitest = (report, ...args) =>
  `vitest run --reporter=dot --reporter=json --outputFile.json=.test/reports/${report}.json ${args.join(' ')}`
const projects = (...names) => names.map((name) => `--project ${name}`).join(' ')
const others = (node, report) => ({
  after: ['client'],
  command: `npm exec --yes --package=node-$(node -p 'process.platform + "-" + process.arch')@${node} -- node node_modules/vitest/vitest.mjs ${vitest(report, projects('unit', 'db', 'page')).slice('vitest '.length)}`,
})
const journeys = (chosen) => ({
  after: ['build'],
  command: 'playwright test',
  env: chosen && { JOURNEYS: chosen },
})
const gated = projects('unit', 'page', 'mock', 'db', 'process')
const env = { FUZZ_REQUESTS: '100000', TIMING_REFUSALS: '5000' }

export const steps = {
  client: { command: 'tsx scripts/launch/generate.ts' },
  typecheck: { after: ['client'], command: 'node node_modules/typescript-7/bin/tsc --noEmit --checkers 1' },
  format: { command: 'biome ci --colors=off .' },
  layers: {
    after: ['client'],
    command:
      'depcruise --config .dependency-cruiser.mjs --output-type err-long app clients components emails feed gateway i18n lib mailbox messages portal prisma scripts trials worker',
  },
  unused: { after: ['client'], command: 'knip --no-progress' },
  links: {
    command:
      "remark --frail --quiet --use 'remark-validate-links=repository:false' --ignore-pattern 'content/**' .",
  },
  build: { after: ['client'], command: 'tsx scripts/check/build.ts' },
  tests: { after: ['client'], command: vitest('tests', "--tags-filter='!slow'", gated) },
  journeys: journeys(),
  'journeys:gate': journeys('gate'),
  'journeys:slow': journeys('slow'),
  looks: {
    after: ['build'],
    behind: ['journeys:gate', 'journeys:slow'],
    command: 'playwright test looks',
    env: { LOOKS: process.env.LOOKS ?? 'compare' },
  },
  pictures: {
    after: ['build'],
    command: 'playwright test --config e2e/pictures.config.ts',
    env: { JOURNEYS_PUBLIC_PORTS: 'usual' },
  },
  'tests:slow': { after: ['client'], command: vitest('slow', projects('slow')), env },
  'tests:tagged': {
    after: ['client'],
    behind: ['tests:slow'],
    command: vitest('tagged', '--tags-filter=slow', gated),
    env,
  },
  weight: { after: ['build'], command: 'tsx scripts/check/check-weight.ts' },
  debian: { command: 'tsx scripts/check/install-debian.ts' },
  'tests:engines': { after: ['client', 'debian'], command: vitest('engines', projects('engine')) },
  'tests:postgres-15': {
    after: ['client', 'debian'],
    command: `tsx scripts/check/postgres-15.ts ${vitest('postgres-15', projects('db', 'page'))}`,
  },
  'tests:node-22': others('22.23.3', 'node-22'),
  'tests:node-24': others('24.21.0', 'node-24'),
  image: { after: ['build'], command: 'tsx trials/image.ts' },
  upgrade: { after: ['client'], command: 'tsx trials/upgrade.ts' },
  faults: { after: ['client'], command: 'node --import tsx trials/faults.ts' },
  bench: { after: ['client'], command: 'node --import tsx trials/bench/run.ts' },
}

const lint = ['format', 'layers', 'unused', 'links']
const gate = [...lint, 'typecheck', 'tests', 'journeys:gate']
const slow = ['tests:slow', 'tests:tagged', 'journeys:slow', 'weight']

export const plans = {
  lint,
  gate,
  slow,
  everything: [
    ...gate,
    ...slow,
    'tests:engines',
    'tests:postgres-15',
    'tests:node-22',
    'tests:node-24',
    'image',
    'looks',
    'upgrade',
  ],
}
