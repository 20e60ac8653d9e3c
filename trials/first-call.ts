import { runPlaywright } from '@/scripts/check/playwright'
import { findFreePorts } from '@/scripts/check/ports'

// The way from the sign-up page to the first balance, walked and measured, into docs/evidence/first-call.md:
// `npm --prefix trials run first-call`.
process.exitCode = await runPlaywright('e2e/first-call.config.ts', process.argv.slice(2), {
  JOURNEYS_FIRST_PORT: String(await findFreePorts()),
})
