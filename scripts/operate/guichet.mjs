#!/usr/bin/env node
// `npx guichet COMMAND` from a checkout, without a build. In the image, `guichet` is the built program.
import { fileURLToPath } from 'node:url'
import { findCommit } from '../launch/commit.mjs'
import { refuseOldNode } from '../launch/node-version.mjs'

refuseOldNode()
process.env.GUICHET_COMMIT = findCommit(fileURLToPath(new URL('../..', import.meta.url)))
process.env.TSX_TSCONFIG_PATH ??= fileURLToPath(new URL('../../tsconfig.json', import.meta.url))
const { register } = await import('tsx/esm/api')
register()
const { runGuichet } = await import('./main.ts')
await runGuichet(process.argv.slice(2))
