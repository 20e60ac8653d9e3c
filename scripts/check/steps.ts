import { requireBrowser } from './browser'
import { changedJourneys, changedTests } from './changed'
import { engines, testsOfEngines } from './engines'
import { onNode } from './other-node'
import { onDebianPostgres } from './postgres-15'
import { run } from './process'
import { filesWithSlow } from './projects'
import { countTool } from './reports'
import { journeys, vitest } from './runners'
import { logOf, packageProgram, type Step, script, tool, type Wanted } from './step'

const layers = [
  ...['app', 'clients', 'components', 'emails', 'gateway', 'i18n', 'lib', 'mailbox', 'messages', 'portal'],
  ...['prisma', 'scripts', 'trials', 'worker'],
]

/** `npm run lint`. */
export function planLint(): Step[] {
  return [...planLintOfFiles(), ...planLintOfProject()]
}

/** These read nothing generated: in the gate, they fill the time until it exists. */
function planLintOfFiles(): Step[] {
  return [
    tool('format and lint', [...packageProgram('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '.']),
    tool('words', script('scripts/check/check-words.ts')),
  ]
}

/** In the gate, these use what the tests with a database leave of two cores. */
function planLintOfProject(): Step[] {
  const background = { needs: ['client'], uses: 0.5 }
  return [
    { ...layersStep(), ...background },
    { ...tool('unused code', [...packageProgram('knip/bin/knip.js'), '--no-progress']), ...background },
    { ...tool('messages', script('scripts/check/check-messages.ts')), ...background },
  ]
}

/** The default steps, or all; those that others wait for come first. */
export function planSteps(wanted: Wanted): Step[] {
  return [
    browser(),
    ...(wanted.all ? [engines(wanted)] : []),
    tool('client', script('scripts/launch/generate.ts')),
    ...(wanted.rest ? [productionBuild()] : planGate(wanted)),
    ...(wanted.all ? planMore(wanted) : []),
  ]
}

function planGate(wanted: Wanted): Step[] {
  return [...planLintOfFiles(), ...(wanted.changed ? planChanged(wanted) : planTests(wanted))]
}

function planTests(wanted: Wanted): Step[] {
  const options = wanted.grep ? {} : { slow: false }
  return [
    productionBuild(),
    // Takes as long as the build and all that is between it and the journeys.
    vitest('tests with a database', wanted, ['database*'], options),
    vitest('tests of processes', wanted, ['processes*'], options),
    vitest('unit tests', wanted, ['unit*'], options),
    types(),
    ...planLintOfProject(),
    journeys(wanted),
  ]
}

function planChanged(wanted: Wanted): Step[] {
  const specs = changedJourneys()
  // These change the whole installation, and would wait for every journey there is.
  const ofOperator = specs.filter((spec) => spec.includes('/operator-'))
  const others = specs.filter((spec) => !ofOperator.includes(spec))
  return [
    types(),
    ...planLintOfProject(),
    vitest('tests', wanted, ['!engines*'], changedTests()),
    ...(specs.length > 0 ? [productionBuild()] : []),
    ...(others.length > 0 ? [journeys(wanted, others)] : []),
    ...(ofOperator.length > 0 ? [journeys(wanted, ofOperator, 'journeys of the operator')] : []),
  ]
}

/** Two checkers would find out the types that files share twice, and the other core has work. */
function types(): Step {
  const command = [...packageProgram('typescript-7/bin/tsc'), '--noEmit', '--checkers', '1']
  return { ...tool('types', command), needs: ['client'], uses: 0.5 }
}

function productionBuild(): Step {
  return { ...tool('production build', script('scripts/check/build.ts')), needs: ['client'] }
}

/** Slow steps, and those that need Debian's programs or another version of Node. */
function planMore(wanted: Wanted): Step[] {
  const needs = ['production build']
  return [
    vitest('slow tests', wanted, ['slow*']),
    vitest('slow tests of other files', wanted, ['!slow*', '!engines*'], {
      slow: true,
      files: filesWithSlow(),
    }),
    testsOfEngines(wanted),
    { ...onDebianPostgres(wanted), needs: ['client', 'engines'] },
    races(wanted),
    onNode('22.23.3', wanted),
    onNode('24.21.0', wanted),
    { ...tool('page weight', script('scripts/check/check-weight.ts')), needs },
    { ...tool('image', script('trials/image.ts')), needs, uses: 2 },
    journeys(wanted, [], 'slow journeys'),
    { ...tool('looks', script('trials/looks.ts')), needs, uses: 2 },
  ]
}

/** Where time is short, one eighth a day. */
function races(wanted: Wanted): Step {
  const eighth = (Math.floor(Date.now() / 86_400_000) % 8) + 1
  const [name, RACES] =
    wanted.minutes === undefined ? ['every race', 'all'] : [`races ${eighth} of 8`, `${eighth}/8`]
  return vitest(name, wanted, ['database*'], { files: ['app/races.test.ts'], env: { RACES } })
}

/** First, so that a developer without one knows immediately; installing one needs no package of the project. */
function browser(): Step {
  return {
    name: 'browser',
    vital: true,
    async run() {
      const found = requireBrowser()
      const ended = 'path' in found ? { code: 0, output: found.path } : { code: 1, output: found.problem }
      return { ...ended, count: countTool(ended) }
    },
  }
}

/** With an unsupported TypeScript, dependency-cruiser sees no modules and passes: zero modules is a failure. */
function layersStep(): Step {
  const command = [
    ...packageProgram('dependency-cruiser/bin/dependency-cruise.mjs'),
    ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long'],
    ...layers,
  ]
  return {
    name: 'layers',
    async run() {
      const ended = await run(command, logOf('layers'))
      const seen = Number(/(\d+) modules/.exec(ended.output)?.[1] ?? 0)
      const honest = seen > 0 ? ended : { code: 1, output: `${ended.output}\nNo modules were checked.` }
      return { ...honest, count: countTool(honest) }
    },
  }
}
