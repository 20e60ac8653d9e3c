import { refuseOldNode } from './node-version.mjs'

// `.build/run.js`: everything else is loaded after the check, as an older Node could not even link it.
refuseOldNode()
const { run } = await import('./run/main')
await run(process.argv.slice(2))
