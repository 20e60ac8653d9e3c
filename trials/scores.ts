import { runPlaywright } from '@/scripts/check/playwright'
import { findFreePorts } from '@/scripts/check/ports'
import { installPackages } from './packages'

// Lighthouse's judgement of every page, into docs/evidence/scores.md: `npm --prefix trials run scores`.
installPackages()
process.exitCode = await runPlaywright('trials/scores/scores.config.ts', process.argv.slice(2), {
  JOURNEYS_FIRST_PORT: String(await findFreePorts()),
})
