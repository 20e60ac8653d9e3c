import { runPlaywright } from '@/scripts/check/playwright'
import { findFreePorts } from '@/scripts/check/ports'

// Key pages against their pictures in e2e/looks: `npm --prefix trials run looks`; `npm --prefix trials run looks -- --update` renews them.
process.exitCode = await runPlaywright('playwright.config.ts', ['looks'], {
  JOURNEYS_FIRST_PORT: String(await findFreePorts()),
  LOOKS: process.argv.includes('--update') ? 'update' : 'compare',
})
