import { runPlaywright } from '@/scripts/check/playwright'
import { findFreePorts } from '@/scripts/check/ports'

// Lighthouse's judgement of every page, into docs/evidence/scores.md: `npm run scores`.
process.exitCode = await runPlaywright('e2e/scores.config.ts', process.argv.slice(2), {
  JOURNEYS_FIRST_PORT: String(await findFreePorts()),
})
