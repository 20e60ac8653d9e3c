import { runPlaywright } from '@/scripts/check/playwright'
import { findFreePorts, findTaken } from '@/scripts/check/ports'

// The pictures of README and docs, taken from a separate demo: `npm --prefix trials run pictures`. They show the
// addresses that a reader of README has, so the demo needs those for itself.
const taken = await findTaken([3000, 4001, 4002])
if (taken.length > 0) {
  console.error(
    `The pictures show ports 3000, 4001 and 4002. Stop what listens on ${taken.join(', ')} first.`,
  )
  process.exitCode = 1
} else {
  process.exitCode = await runPlaywright('e2e/pictures.config.ts', process.argv.slice(2), {
    JOURNEYS_PUBLIC_PORTS: 'usual',
    JOURNEYS_FIRST_PORT: String(await findFreePorts()),
  })
}
