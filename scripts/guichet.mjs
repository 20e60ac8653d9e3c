#!/usr/bin/env node
// `npx guichet COMMAND` from a checkout, without a build. In the image, `guichet` runs the same program built.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { refuseOldNode } from './node-version.mjs'

refuseOldNode()
process.env.TSX_TSCONFIG_PATH ??= join(dirname(dirname(fileURLToPath(import.meta.url))), 'tsconfig.json')
const { register } = await import('tsx/esm/api')
register()
const { runGuichet } = await import('./operate/main.ts')
await runGuichet(process.argv.slice(2))
