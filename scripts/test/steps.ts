import { requireBrowser } from './browser'
import { engines } from './engines'
import { run } from './process'
import { countTool } from './reports'
import { journeys, onDebianPostgres, vitest } from './runners'
import { logOf, packageProgram, type Step, tool } from './step'

const layers = 'app components emails gateway i18n lib mailbox messages prisma scripts worker portal'

/**
 * The whole gate, cheap first. The steps of one row run side by side; each that uses both cores has a row of its own.
 * @param grep runs only the tests and journeys whose names match
 */
export function planSteps(grep: string | undefined): Step[][] {
  return [
    [browser(), engines()],
    [
      tool('format and lint', [...packageProgram('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '.']),
      tool('client', tsx('scripts/generate.ts')),
    ],
    [
      tool('types', [...packageProgram('typescript/bin/tsc'), '--noEmit']),
      layersStep(),
      tool('unused code', [...packageProgram('knip/bin/knip.js'), '--no-progress']),
    ],
    [tool('messages', tsx('scripts/check-messages.ts'))],
    [vitest('tests', grep)],
    [onDebianPostgres(grep)],
    [tool('production build', tsx('scripts/test/build.ts'))],
    [
      { ...tool('page weight', tsx('scripts/check-weight.ts')), needs: ['production build'] },
      { ...tool('image', tsx('scripts/image.ts')), needs: ['production build'] },
    ],
    [journeys(grep)],
  ]
}

/** First, so that who has none reads it at once; installing one needs nothing of ours. */
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

/** With a TypeScript it does not know, dependency-cruiser sees no modules and is content: zero modules is a failure. */
function layersStep(): Step {
  const command = [
    ...packageProgram('dependency-cruiser/bin/dependency-cruise.mjs'),
    ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long'],
    ...layers.split(' '),
  ]
  return {
    name: 'layers',
    async run() {
      const ended = await run(command, logOf('layers'))
      const seen = Number(/(\d+) modules/.exec(ended.output)?.[1] ?? 0)
      const honest = seen > 0 ? ended : { code: 1, output: `${ended.output}\nNo modules were looked at.` }
      return { ...honest, count: countTool(honest) }
    },
  }
}

function tsx(script: string): string[] {
  return [process.execPath, '--import', 'tsx', script]
}
