// `npm start`. Plain JavaScript without dependencies: it runs before there are any.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installDependencies } from './install.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

process.chdir(root)
await installDependencies()
// Loaded now only: before the line above there may have been no esbuild.
const { bundle } = await import('./bundle.mjs')
const outDir = join(root, process.env.BUILD_DIR || '.build')
bundle(root, { start: 'scripts/launch/start/main.ts' }, outDir)
await import(pathToFileURL(join(outDir, 'start.js')).href)
