import { runPlaywright } from './test/playwright'

// The pictures of README and docs, taken from the real pages of a product of its own: `npm run pictures`.
process.exitCode = await runPlaywright('e2e/pictures.config.ts')
